//! FEN, in and out.
//!
//! Owns the text of a position: standard FEN, X-FEN and Shredder-FEN are read (castling letters `KQkq` or the
//! files of the rooks), X-FEN is written. Reading keeps what is written; whether it can be played from is for
//! [`crate::chess::setup`], whether it could arise in a game for [`crate::chess::arise`].

use crate::chess::board::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::fen_text;
use crate::chess::piece::{Color, Piece};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

/// The fields of a FEN, as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The placement.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Color,
    /// The castling rights claimed, at most four.
    pub castling: [Option<WrittenRight>; 4],
    /// The square passed over by a double step, as claimed.
    pub en_passant: Option<Square>,
    /// Half-moves since a capture or a pawn's move, where written.
    pub halfmove_clock: Option<u32>,
    /// The number of the move, where written.
    pub fullmove_number: Option<u32>,
    /// How it is written.
    pub style: FenStyle,
}

/// A castling right as claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenRight {
    /// Whose right.
    pub color: Color,
    /// With which rook.
    pub rook: WrittenRook,
}

/// Which rook a castling letter means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenRook {
    /// `KQkq`: the outermost rook on that side of the king.
    Outermost(CastlingSide),
    /// `A` to `H`, `a` to `h`: the rook on that file.
    OnFile(File),
}

/// Whether a FEN keeps to the standard's form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenStyle {
    /// Six fields, single spaces, everything in its usual form (PGN standard 16.1).
    Standard,
    /// Readable all the same: fields missing at the end, more blanks, rights in another order, a move number
    /// of 0.
    Odd,
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenField {
    /// The first: where the pieces stand.
    Placement,
    /// The second: whose turn it is.
    Turn,
    /// The third: castling rights.
    Castling,
    /// The fourth: the en passant square.
    EnPassant,
    /// The fifth: half-moves since a capture or a pawn's move.
    HalfmoveClock,
    /// The sixth: the number of the move.
    FullmoveNumber,
    /// Text after the sixth.
    Surplus,
}

/// What is wrong in a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenFault {
    /// The field is missing.
    Missing,
    /// A byte that has no place here.
    Unexpected(u8),
    /// A rank that doesn't fill eight squares.
    RankLength(Rank),
    /// Not eight ranks.
    RankCount,
    /// More castling rights than there are.
    TooManyRights,
    /// Neither `-` nor a square.
    NoSquare,
    /// Not a number of at most nine digits.
    NoNumber,
}

/// Why a FEN can't be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// In which field.
    pub field: FenField,
    /// What is wrong.
    pub fault: FenFault,
    /// Bytes from the FEN's start to the fault.
    pub offset: usize,
}

impl Fen {
    /// Reads a FEN.
    ///
    /// The fields after the turn may be missing, from the last on; that is [`FenStyle::Odd`].
    ///
    /// # Errors
    ///
    /// [`FenError`] names the field, the fault and the byte.
    ///
    /// ```
    /// use arbitro::chess::fen::{Fen, FenField};
    ///
    /// assert!(Fen::parse(b"8/8/8/4k3/8/8/8/4K2R w K - 0 1").is_ok());
    /// let error = Fen::parse(b"8/8/8/4x3/8/8/8/4K2R w K - 0 1").unwrap_err();
    /// assert_eq!((error.field, error.offset), (FenField::Placement, 7));
    /// ```
    pub fn parse(text: &[u8]) -> Result<Fen, FenError> {
        let mut fields = Fields { text, next: 0, count: 0, spacing: FenStyle::Standard };
        let (board, mut style) = read_board(fields.next().ok_or(FenField::Placement.missing(text))?)?;
        let turn = fields.next().ok_or(FenField::Turn.missing(text))?;
        let turn = match turn.bytes {
            b"w" => Color::White,
            b"b" => Color::Black,
            b"W" | b"B" => {
                style = FenStyle::Odd;
                if turn.bytes == b"W" { Color::White } else { Color::Black }
            }
            [first, ..] => return Err(FenField::Turn.fault(FenFault::Unexpected(*first), turn.offset)),
            [] => return Err(FenField::Turn.missing(text)),
        };
        let mut fen = Fen {
            board,
            turn,
            castling: [None; 4],
            en_passant: None,
            halfmove_clock: None,
            fullmove_number: None,
            style,
        };
        if let Some(field) = fields.next() {
            let (rights, spelling) = read_castling(field)?;
            fen.castling = rights;
            fen.style = fen.style.and(spelling);
        }
        if let Some(field) = fields.next() {
            fen.en_passant = read_en_passant(field)?;
        }
        if let Some(field) = fields.next() {
            fen.halfmove_clock = read_counter(field, FenField::HalfmoveClock)?;
        }
        if let Some(field) = fields.next() {
            fen.fullmove_number = read_counter(field, FenField::FullmoveNumber)?;
        }
        if let Some(field) = fields.next() {
            return Err(FenField::Surplus.fault(FenFault::Unexpected(field.bytes[0]), field.offset));
        }
        let is_whole = fen.fullmove_number.is_some_and(|number| number > 0);
        fen.style = fen.style.and(fields.spacing).and(FenStyle::standard_if(is_whole));
        Ok(fen)
    }
}

impl FenStyle {
    fn standard_if(condition: bool) -> FenStyle {
        if condition { FenStyle::Standard } else { FenStyle::Odd }
    }

    fn and(self, other: FenStyle) -> FenStyle {
        FenStyle::standard_if(self == FenStyle::Standard && other == FenStyle::Standard)
    }
}

impl FenField {
    fn fault(self, fault: FenFault, offset: usize) -> FenError {
        FenError { field: self, fault, offset }
    }

    fn missing(self, text: &[u8]) -> FenError {
        self.fault(FenFault::Missing, text.len())
    }
}

#[derive(Clone, Copy)]
struct Field<'t> {
    bytes: &'t [u8],
    offset: usize,
}

/// Splits a text at blanks, and notes whether they are the single spaces of the standard.
struct Fields<'t> {
    text: &'t [u8],
    next: usize,
    count: usize,
    spacing: FenStyle,
}

impl<'t> Iterator for Fields<'t> {
    type Item = Field<'t>;

    fn next(&mut self) -> Option<Field<'t>> {
        let rest = &self.text[self.next..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let length = rest[blanks..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let is_single = if self.count == 0 || length == 0 { blanks == 0 } else { rest[..blanks] == *b" " };
        self.spacing = self.spacing.and(FenStyle::standard_if(is_single));
        let offset = self.next + blanks;
        self.next = offset + length;
        self.count += 1;
        (length > 0).then(|| Field { bytes: &self.text[offset..offset + length], offset })
    }
}

fn read_board(field: Field<'_>) -> Result<(Board, FenStyle), FenError> {
    let mut board = Board::EMPTY;
    let mut style = FenStyle::Standard;
    let mut offset = field.offset;
    let mut ranks = 0;
    for row in field.bytes.split(|&byte| byte == b'/') {
        if ranks == 8 {
            return Err(FenField::Placement.fault(FenFault::RankCount, offset));
        }
        let rank = Rank::new(7 - ranks);
        let mut file = 0;
        let mut after_digit = false;
        for (index, &byte) in row.iter().enumerate() {
            let is_digit = matches!(byte, b'1'..=b'8');
            let width = if is_digit { byte - b'0' } else { 1 };
            if file + width > 8 {
                return Err(FenField::Placement.fault(FenFault::RankLength(rank), offset + index));
            }
            if !is_digit {
                let piece = Piece::from_letter(byte)
                    .ok_or(FenField::Placement.fault(FenFault::Unexpected(byte), offset + index))?;
                board.put(Square::at(File::new(file), rank), piece);
            }
            style = style.and(FenStyle::standard_if(!(is_digit && after_digit)));
            after_digit = is_digit;
            file += width;
        }
        offset += row.len();
        if file != 8 {
            return Err(FenField::Placement.fault(FenFault::RankLength(rank), offset));
        }
        offset += 1;
        ranks += 1;
    }
    if ranks != 8 {
        return Err(FenField::Placement.fault(FenFault::RankCount, field.offset + field.bytes.len()));
    }
    Ok((board, style))
}

fn read_castling(field: Field<'_>) -> Result<([Option<WrittenRight>; 4], FenStyle), FenError> {
    let mut rights = [None; 4];
    if field.bytes == b"-" {
        return Ok((rights, FenStyle::Standard));
    }
    for (index, &byte) in field.bytes.iter().enumerate() {
        let fault = |fault| FenField::Castling.fault(fault, field.offset + index);
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match byte | 0x20 {
            b'k' => WrittenRook::Outermost(CastlingSide::King),
            b'q' => WrittenRook::Outermost(CastlingSide::Queen),
            _ => WrittenRook::OnFile(File::from_letter(byte).ok_or(fault(FenFault::Unexpected(byte)))?),
        };
        *rights.get_mut(index).ok_or(fault(FenFault::TooManyRights))? = Some(WrittenRight { color, rook });
    }
    // White before Black, the king's side before the queen's, which for files is h before a.
    let order = |right: &WrittenRight| match right.rook {
        WrittenRook::Outermost(side) => (right.color, side.index()),
        WrittenRook::OnFile(file) => (right.color, 7 - file.index()),
    };
    let is_ordered = rights.iter().flatten().map(order).is_sorted_by(|a, b| a < b);
    Ok((rights, FenStyle::standard_if(is_ordered)))
}

fn read_en_passant(field: Field<'_>) -> Result<Option<Square>, FenError> {
    match (field.bytes, Square::from_name(field.bytes)) {
        (b"-", _) => Ok(None),
        (_, Some(square)) => Ok(Some(square)),
        (_, None) => Err(FenField::EnPassant.fault(FenFault::NoSquare, field.offset)),
    }
}

/// A counter; `-` is written for one that is not known.
fn read_counter(field: Field<'_>, name: FenField) -> Result<Option<u32>, FenError> {
    if field.bytes == b"-" {
        return Ok(None);
    }
    let is_number = field.bytes.len() <= 9 && field.bytes.iter().all(u8::is_ascii_digit);
    if !is_number {
        return Err(name.fault(FenFault::NoNumber, field.offset));
    }
    Ok(Some(field.bytes.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))))
}

/// Appends a position as X-FEN: castling letters `KQkq` where the rook is the outermost on its side, else its
/// file's; the en passant square only where such a capture is legal.
pub fn write(position: &Position, out: &mut Vec<u8>) {
    fen_text::write(position, out);
}
