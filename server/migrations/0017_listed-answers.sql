CREATE TABLE "application_answer" (
	"registration_id" uuid NOT NULL,
	"item_id" text NOT NULL,
	"text" text COLLATE "C",
	"number" numeric,
	"day" date,
	CONSTRAINT "application_answer_registration_id_item_id_pk" PRIMARY KEY("registration_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "listed_item" (
	"form_id" uuid NOT NULL,
	"item_id" text NOT NULL,
	"version_id" uuid NOT NULL,
	"is_listed" boolean NOT NULL,
	"format" smallint NOT NULL,
	"total" integer NOT NULL,
	"done" integer NOT NULL,
	"last_id" uuid,
	"finished_at" timestamp(3) with time zone,
	CONSTRAINT "listed_item_form_id_item_id_pk" PRIMARY KEY("form_id","item_id")
);
--> statement-breakpoint
CREATE INDEX "application_answer_text_index" ON "application_answer" USING btree ("item_id","text","registration_id") WHERE text is not null;--> statement-breakpoint
CREATE INDEX "application_answer_number_index" ON "application_answer" USING btree ("item_id","number","registration_id") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "application_answer_day_index" ON "application_answer" USING btree ("item_id","day","registration_id") WHERE day is not null;