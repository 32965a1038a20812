//! The grammar of predicates: from text to a condition.
//!
//! Owns the words, their precedence (`not` before `and` before `or`, as in SQL), and what is said where something else
//! was expected; the only user of winnow. Knows no column.

use std::ops::Range;

use winnow::Parser;
use winnow::ascii::digit1;
use winnow::combinator::{
    Infix, Prefix, alt, delimited, expression, fail, not, opt, peek, repeat, separated, terminated,
};
use winnow::error::{ErrMode, ParserError};
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{one_of, take_till, take_while};

use super::condition::{Condition, Operator, Term, Written};
use super::mistake::Mistake;

/// Parentheses within parentheses: far more than anyone writes, and few enough for any stack.
const DEEPEST: usize = 64;

/// How tightly the words bind.
const OR: i64 = 1;
const AND: i64 = 3;
const NOT: i64 = 5;

const NO_CONDITION: &str = "a condition is missing here";
const NO_VALUE: &str = "a value is missing here: a column, a number, a text in single quotes, true or false";
const OPEN: &str = "the parenthesis that opens here is not closed";

type Input<'t> = LocatingSlice<&'t str>;
type Parsed<T> = Result<T, ErrMode<Mistake>>;

impl ParserError<Input<'_>> for Mistake {
    type Inner = Mistake;

    fn from_input(input: &Input<'_>) -> Mistake {
        Mistake::new(&next_word(input), "this is not understood")
    }

    fn into_inner(self) -> Result<Mistake, Mistake> {
        Ok(self)
    }
}

/// Reads a predicate.
pub(super) fn read(text: &str) -> Result<Condition, Mistake> {
    let mut input = LocatingSlice::new(text);
    let read = (blank, |input: &mut Input<'_>| condition(input, DEEPEST)).parse_next(&mut input);
    match read {
        Ok(((), condition)) if input.is_empty() => Ok(condition),
        Ok(_) => {
            Err(Mistake::new(&next_word(&input), leftover(&input, "only and, or, or the end can follow")))
        }
        Err(ErrMode::Cut(mistake) | ErrMode::Backtrack(mistake)) => Err(mistake),
        // Said of input that comes in pieces only.
        Err(ErrMode::Incomplete(_)) => Err(Mistake::from_input(&input)),
    }
}

/// What is said of text that follows a condition and can't.
fn leftover(input: &Input<'_>, expected: &str) -> String {
    if input.starts_with(')') { "no parenthesis is open here".to_owned() } else { expected.to_owned() }
}

fn condition(input: &mut Input<'_>, depth: usize) -> Parsed<Condition> {
    expression(|input: &mut Input<'_>| operand(input, depth))
        .prefix(negation)
        .infix(alt((
            keyword("and").value(Infix::Left(AND, |_, one, other| Ok(all(one, other)))),
            keyword("or").value(Infix::Left(OR, |_, one, other| Ok(any(one, other)))),
        )))
        .parse_next(input)
}

/// `not`, and `not not`: a chain is one operator, so that its length costs no stack.
fn negation<'t>(input: &mut Input<'t>) -> Parsed<Prefix<Input<'t>, Condition, ErrMode<Mistake>>> {
    let count: usize = repeat(1.., keyword("not")).fold(|| 0, |count, ()| count + 1).parse_next(input)?;
    let is_negated = count % 2 == 1;
    Ok(Prefix(NOT, if is_negated { |_, one| Ok(negated(one)) } else { |_, one| Ok(one) }))
}

/// Chains are one condition, so that their length costs no stack either.
fn all(one: Condition, other: Condition) -> Condition {
    match one {
        Condition::All(mut parts) => {
            parts.push(other);
            Condition::All(parts)
        }
        one => Condition::All(vec![one, other]),
    }
}

fn any(one: Condition, other: Condition) -> Condition {
    match one {
        Condition::Any(mut parts) => {
            parts.push(other);
            Condition::Any(parts)
        }
        one => Condition::Any(vec![one, other]),
    }
}

fn negated(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

/// Conditions in parentheses, or one test. Backs out of `not` alone, which the caller knows.
fn operand(input: &mut Input<'_>, depth: usize) -> Parsed<Condition> {
    not(keyword("not")).parse_next(input)?;
    match opt(symbol("(")).parse_next(input)? {
        Some(opened) => {
            let Some(depth) = depth.checked_sub(1) else {
                return Err(cut(&opened, "parentheses go too deep here"));
            };
            let inner = condition(input, depth)?;
            closed(input, &opened, "only and, or, or ) can follow")?;
            Ok(inner)
        }
        None => test(input),
    }
}

fn test(input: &mut Input<'_>) -> Parsed<Condition> {
    let left = value(input, NO_CONDITION)?;
    if let Some(opened) = opt(symbol("(")).parse_next(input)? {
        return call(input, &left, &opened);
    }
    if let Some(operator) = opt(operator).parse_next(input)? {
        return Ok(Condition::Compare(left, operator, value(input, NO_VALUE)?));
    }
    if opt(keyword("is")).parse_next(input)?.is_some() {
        let is_negated = opt(keyword("not")).parse_next(input)?.is_some();
        if opt(keyword("null")).parse_next(input)?.is_none() {
            return Err(cut(&next_word(input), "only null or not null can follow is"));
        }
        let test = Condition::IsNull(left);
        return Ok(if is_negated { negated(test) } else { test });
    }
    let is_negated = opt(terminated(keyword("not"), peek(keyword("in")))).parse_next(input)?.is_some();
    if opt(keyword("in")).parse_next(input)?.is_some() {
        let test = Condition::In(left, list(input)?);
        return Ok(if is_negated { negated(test) } else { test });
    }
    Ok(Condition::Bare(left))
}

/// What stands in the parentheses after a name.
fn call(input: &mut Input<'_>, function: &Written, opened: &Range<usize>) -> Parsed<Condition> {
    let is_has =
        matches!(&function.term, Term::Name { name, quoted: false } if name.eq_ignore_ascii_case("has"));
    if !is_has {
        return Err(cut(&function.place, "only has(findings, '...') is asked in this way"));
    }
    let column = value(input, NO_VALUE)?;
    if opt(symbol(",")).parse_next(input)?.is_none() {
        return Err(cut(&next_word(input), "a comma is missing here: has(findings, '...')"));
    }
    let code = value(input, NO_VALUE)?;
    closed(input, opened, "only ) can follow")?;
    Ok(Condition::Has(column, code))
}

fn list(input: &mut Input<'_>) -> Parsed<Vec<Written>> {
    let Some(opened) = opt(symbol("(")).parse_next(input)? else {
        return Err(cut(&next_word(input), "a list is missing here: in ('...', '...')"));
    };
    let values =
        separated(1.., |input: &mut Input<'_>| value(input, NO_VALUE), symbol(",")).parse_next(input)?;
    closed(input, &opened, "only a comma or ) can follow")?;
    Ok(values)
}

fn closed(input: &mut Input<'_>, opened: &Range<usize>, expected: &str) -> Parsed<()> {
    match opt(symbol(")")).parse_next(input)? {
        Some(_) => Ok(()),
        None if input.is_empty() => Err(cut(opened, OPEN)),
        None => Err(cut(&next_word(input), expected)),
    }
}

/// A name or a value; where there is none, what is `missing`.
fn value(input: &mut Input<'_>, missing: &str) -> Parsed<Written> {
    let place = next_word(input);
    let read =
        opt(terminated(alt((text, number, quoted_name, name)).with_span(), blank)).parse_next(input)?;
    match read {
        Some((term, place)) => Ok(Written { term, place }),
        None => Err(cut(&place, missing)),
    }
}

/// `'text'`, in which two quotes stand for one.
fn text(input: &mut Input<'_>) -> Parsed<Term> {
    quoted(input, '\'', "the text that begins here has no closing quote").map(Term::Text)
}

/// `"name"`, as SQL quotes the names of columns.
fn quoted_name(input: &mut Input<'_>) -> Parsed<Term> {
    let name = quoted(input, '"', "the name that begins here has no closing quote")?;
    Ok(Term::Name { name, quoted: true })
}

fn quoted(input: &mut Input<'_>, quote: char, unclosed: &str) -> Parsed<String> {
    let opened = input.current_token_start();
    one_of(quote).parse_next(input)?;
    let mut text = String::new();
    loop {
        text.push_str(take_till(0.., quote).parse_next(input)?);
        if opt(one_of(quote)).parse_next(input)?.is_none() {
            return Err(cut(&(opened..input.current_token_start()), unclosed));
        }
        if opt(one_of(quote)).parse_next(input)?.is_none() {
            return Ok(text);
        }
        text.push(quote);
    }
}

fn number(input: &mut Input<'_>) -> Parsed<Term> {
    let place = next_word(input);
    let digits = (opt('-'), digit1, opt(('.', digit1))).take().parse_next(input)?;
    if peek(opt(one_of(is_of_name))).parse_next(input)?.is_some() {
        return Err(cut(&place, "this is no number; a text stands in single quotes"));
    }
    let whole = digits.parse().map(Term::Integer);
    match whole.or_else(|_| digits.parse().map(Term::Fraction)) {
        Ok(number) => Ok(number),
        Err(_) => fail.parse_next(input),
    }
}

fn name(input: &mut Input<'_>) -> Parsed<Term> {
    let name = word(input)?;
    let is = |keyword: &str| name.eq_ignore_ascii_case(keyword);
    Ok(match name {
        _ if is("true") => Term::Boolean(true),
        _ if is("false") => Term::Boolean(false),
        _ if is("null") => Term::Null,
        _ if KEYWORDS.iter().any(|keyword| is(keyword)) => return fail.parse_next(input),
        name => Term::Name { name: name.to_owned(), quoted: false },
    })
}

/// Words that are no names.
pub(super) const KEYWORDS: [&str; 5] = ["and", "or", "not", "in", "is"];

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn word<'t>(input: &mut Input<'t>) -> Parsed<&'t str> {
    (one_of(|first: char| first.is_alphabetic() || first == '_'), take_while(0.., is_of_name))
        .take()
        .parse_next(input)
}

/// A word of the grammar, in any case, and the blanks behind it.
fn keyword<'t>(keyword: &'static str) -> impl Parser<Input<'t>, (), ErrMode<Mistake>> {
    (word.verify(move |word: &str| word.eq_ignore_ascii_case(keyword)), blank).void()
}

/// A mark, and the blanks behind it; gives its place.
fn symbol<'t>(symbol: &'static str) -> impl Parser<Input<'t>, Range<usize>, ErrMode<Mistake>> {
    terminated(symbol.span(), blank)
}

fn operator(input: &mut Input<'_>) -> Parsed<Operator> {
    let operator = alt((
        alt(("<>", "!=")).value(Operator::Unequal),
        "<=".value(Operator::AtMost),
        ">=".value(Operator::AtLeast),
        alt(("==", "=")).value(Operator::Equal),
        "<".value(Operator::Less),
        ">".value(Operator::Greater),
    ));
    delimited(blank, operator, blank).parse_next(input)
}

fn blank(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., char::is_whitespace).void().parse_next(input)
}

fn cut(place: &Range<usize>, message: &str) -> ErrMode<Mistake> {
    ErrMode::Cut(Mistake::new(place, message))
}

/// The place of what comes next: a word, or a single mark; nothing at the end.
fn next_word(input: &Input<'_>) -> Range<usize> {
    let start = input.current_token_start();
    let word = input.find(|character| !is_of_name(character)).unwrap_or(input.len());
    let first = input.chars().next().map_or(0, char::len_utf8);
    start..start + word.max(first)
}
