//! The pages of one column of a row group.
//!
//! Owns their order, their headers and what the footer says of them.

use std::fmt;

use parquet::basic::{Compression, Encoding, PageType, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, PageEncodingStats};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::press::Presses;
use crate::input::compression::Effort;
use crate::table::error::TableError;

/// A column chunk in the making.
pub(super) struct Chunk {
    column: ColumnDescPtr,
    effort: Option<Effort>,
    presses: Presses,
    /// The pages so far, each behind its header.
    sink: TrackedWrite<Vec<u8>>,
    /// Pages that the dictionary's must come before.
    waiting: Option<Vec<CompressedPage>>,
    data_start: Option<u64>,
    kinds: Vec<PageEncodingStats>,
    values: i64,
    uncompressed_size: i64,
    rows: u64,
}

impl Chunk {
    /// A chunk whose pages are compressed with some effort, or not at all.
    pub(super) fn new(column: ColumnDescPtr, effort: Option<Effort>, presses: Presses) -> Chunk {
        Chunk {
            column,
            effort,
            presses,
            sink: TrackedWrite::new(Vec::new()),
            waiting: None,
            data_start: None,
            kinds: Vec::new(),
            values: 0,
            uncompressed_size: 0,
            rows: 0,
        }
    }

    /// The same, with a dictionary: pages wait until there is one.
    pub(super) fn with_dictionary(mut self) -> Chunk {
        self.waiting = Some(Vec::new());
        self
    }

    /// The greatest levels of definition and of repetition.
    pub(super) fn greatest_levels(&self) -> (i16, i16) {
        (self.column.max_def_level(), self.column.max_rep_level())
    }

    pub(super) fn count_rows(&mut self, rows: usize) {
        self.rows += rows as u64;
    }

    /// Appends a page of values, missing ones among them, that `write` puts together.
    pub(super) fn data_page(
        &mut self,
        values: usize,
        encoding: Encoding,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), TableError> {
        let (bytes, uncompressed_size) = self.press(write)?;
        let page = Page::DataPage {
            buf: bytes.into(),
            num_values: count(values)?,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let page = CompressedPage::new(page, uncompressed_size);
        match &mut self.waiting {
            Some(waiting) => waiting.push(page),
            None => self.write(page)?,
        }
        Ok(())
    }

    /// Puts the page of a dictionary before all others.
    pub(super) fn dictionary_page(
        &mut self,
        entries: usize,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), TableError> {
        let (bytes, uncompressed_size) = self.press(write)?;
        let page = Page::DictionaryPage {
            buf: bytes.into(),
            num_values: count(entries)?,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        self.write(CompressedPage::new(page, uncompressed_size))?;
        self.waiting.take().into_iter().flatten().try_for_each(|page| self.write(page))
    }

    fn press(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<(Vec<u8>, usize), TableError> {
        self.presses.lend(|press| {
            write(&mut press.page);
            let size = press.page.len();
            Ok((press.pressed(self.effort)?.to_vec(), size))
        })
    }

    fn write(&mut self, page: CompressedPage) -> Result<(), TableError> {
        let (page_type, encoding) = (page.page_type(), page.encoding());
        let written = SerializedPageWriter::new(&mut self.sink).write_page(page)?;
        if page_type != PageType::DICTIONARY_PAGE {
            self.data_start.get_or_insert(written.offset);
            self.values += i64::from(written.num_values);
        }
        self.uncompressed_size += written.uncompressed_size as i64;
        match self.kinds.iter_mut().find(|kind| (kind.page_type, kind.encoding) == (page_type, encoding)) {
            Some(kind) => kind.count += 1,
            None => self.kinds.push(PageEncodingStats { page_type, encoding, count: 1 }),
        }
        Ok(())
    }

    /// The pages and what the footer says of them.
    pub(super) fn close(self, statistics: Option<Statistics>) -> Result<EncodedChunk, TableError> {
        let bytes = self.sink.into_inner()?;
        let mut encodings = vec![Encoding::RLE];
        for kind in &self.kinds {
            if !encodings.contains(&kind.encoding) {
                encodings.push(kind.encoding);
            }
        }
        let data_start = self.data_start.unwrap_or_default() as i64;
        let mut metadata = ColumnChunkMetaData::builder(self.column)
            .set_compression(compression(self.effort))
            .set_encodings(encodings)
            .set_page_encoding_stats(self.kinds)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(self.uncompressed_size)
            .set_num_values(self.values)
            .set_data_page_offset(data_start)
            .set_dictionary_page_offset((data_start > 0).then_some(0));
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: self.rows,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok(EncodedChunk { bytes: bytes.into(), close })
    }
}

/// A page holds less than 2^31 values, for its text is bounded.
fn count(values: usize) -> Result<u32, TableError> {
    u32::try_from(values)
        .map_err(|_| TableError::Parquet(ParquetError::General("too many values in a page".to_owned())))
}

fn compression(effort: Option<Effort>) -> Compression {
    match effort {
        Some(Effort::Little | Effort::Least) => Compression::ZSTD(ZstdLevel::default()),
        None => Compression::UNCOMPRESSED,
    }
}

/// The pages of one column of a row group, compressed.
pub(in crate::table) struct EncodedChunk {
    bytes: bytes::Bytes,
    close: ColumnCloseResult,
}

impl EncodedChunk {
    /// Appends the pages to a row group of a file.
    pub(in crate::table) fn append_to<W: std::io::Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), TableError> {
        Ok(group.append_column(&self.bytes, self.close)?)
    }
}

impl fmt::Debug for EncodedChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncodedChunk").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}
