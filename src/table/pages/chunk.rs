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
use crate::table::error::TableError;

/// A page that grows beyond this is closed: as large as Parquet's readers expect them.
pub(super) const PAGE_BYTES: usize = 1 << 20;

/// A column chunk in the making.
pub(super) struct Chunk {
    column: ColumnDescPtr,
    level: Option<i32>,
    presses: Presses,
    dictionary: Option<CompressedPage>,
    pages: Vec<CompressedPage>,
    rows: u64,
}

impl Chunk {
    /// A chunk whose pages are compressed at `level`, or not at all.
    pub(super) fn new(column: ColumnDescPtr, level: Option<i32>, presses: Presses) -> Chunk {
        Chunk { column, level, presses, dictionary: None, pages: Vec::new(), rows: 0 }
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
        self.pages.push(CompressedPage::new(page, uncompressed_size));
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
        self.dictionary = Some(CompressedPage::new(page, uncompressed_size));
        Ok(())
    }

    fn press(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<(Vec<u8>, usize), TableError> {
        self.presses.lend(|press| {
            write(&mut press.page);
            let size = press.page.len();
            Ok((press.pressed(self.level)?.to_vec(), size))
        })
    }

    /// Puts the pages in order.
    pub(super) fn close(self, statistics: Option<Statistics>) -> Result<EncodedChunk, TableError> {
        let mut sink = TrackedWrite::new(Vec::new());
        let mut writer = SerializedPageWriter::new(&mut sink);
        let (mut values, mut uncompressed) = (0, 0);
        let mut kinds: Vec<PageEncodingStats> = Vec::new();
        let (has_dictionary, mut data_start) = (self.dictionary.is_some(), 0);
        for page in self.dictionary.into_iter().chain(self.pages) {
            let (page_type, encoding) = (page.page_type(), page.encoding());
            let written = writer.write_page(page)?;
            if page_type == PageType::DICTIONARY_PAGE {
                data_start = written.bytes_written;
            } else {
                values += i64::from(written.num_values);
            }
            uncompressed += written.uncompressed_size as i64;
            match kinds.iter_mut().find(|kind| (kind.page_type, kind.encoding) == (page_type, encoding)) {
                Some(kind) => kind.count += 1,
                None => kinds.push(PageEncodingStats { page_type, encoding, count: 1 }),
            }
        }
        writer.close()?;
        let bytes = sink.into_inner()?;
        let mut encodings = vec![Encoding::RLE];
        for kind in &kinds {
            if !encodings.contains(&kind.encoding) {
                encodings.push(kind.encoding);
            }
        }
        let mut metadata = ColumnChunkMetaData::builder(self.column)
            .set_compression(compression(self.level)?)
            .set_encodings(encodings)
            .set_page_encoding_stats(kinds)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(uncompressed)
            .set_num_values(values)
            .set_data_page_offset(data_start as i64)
            .set_dictionary_page_offset(has_dictionary.then_some(0));
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

fn compression(level: Option<i32>) -> Result<Compression, ParquetError> {
    match level {
        Some(level) => Ok(Compression::ZSTD(ZstdLevel::try_new(level)?)),
        None => Ok(Compression::UNCOMPRESSED),
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
