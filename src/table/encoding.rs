//! How each column is encoded: dictionaries, statistics and pages where they pay.

use parquet::arrow::add_encoded_arrow_schema_to_metadata;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::schema::{SCHEMA_VERSION, arrow_schema};

/// Part of every file, and therefore without the version of any crate: the same rows are the same bytes.
const CREATED_BY: &str = "arbitro";

/// The level that the size of the dataset is promised for.
const ZSTD_LEVEL: i32 = 3;

/// The properties of every file.
pub(super) fn properties() -> Result<WriterProperties, ParquetError> {
    let version = KeyValue::new("schema_version".to_owned(), SCHEMA_VERSION.to_owned());
    let builder = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
        .set_key_value_metadata(Some(vec![version]));
    let mut properties = builder.build();
    add_encoded_arrow_schema_to_metadata(&arrow_schema(), &mut properties);
    Ok(properties)
}
