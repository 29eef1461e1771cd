CREATE TABLE "import_synonym" (
	"resource" text NOT NULL,
	"field" text NOT NULL,
	"word" text NOT NULL,
	"meaning" text NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "import_synonym_resource_field_word_pk" PRIMARY KEY("resource","field","word")
);
