-- Trigram indexes serve search and "contains". Both engines bring the extension; on PostgreSQL it is a trusted one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
