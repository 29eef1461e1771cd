CREATE TABLE "specimens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"order_" integer,
	"text" text,
	"text_key" text COLLATE "C",
	"long_text" text,
	"integer" integer,
	"decimal" numeric(4, 2),
	"money" numeric(8, 2),
	"boolean" boolean,
	"date" date,
	"date_time" timestamp(3) with time zone,
	"choice" text,
	"set" text[],
	"reference" uuid,
	"email" text,
	"email_key" text COLLATE "C",
	"phone" text,
	"national_id" text,
	"national_id_bidx" text,
	"file" uuid,
	"image" uuid,
	"data" jsonb,
	CONSTRAINT "specimens_code_check" CHECK (char_length(code) between 1 and 20),
	CONSTRAINT "specimens_order__check" CHECK (order_ between 0 and 1000),
	CONSTRAINT "specimens_text_check" CHECK (char_length(text) between 1 and 40),
	CONSTRAINT "specimens_long_text_check" CHECK (char_length(long_text) between 1 and 400),
	CONSTRAINT "specimens_integer_check" CHECK (integer between 0 and 1000),
	CONSTRAINT "specimens_decimal_check" CHECK (decimal between 0 and 10),
	CONSTRAINT "specimens_money_check" CHECK (money between 0 and 100000),
	CONSTRAINT "specimens_date_check" CHECK (date between '1900-01-01' and '2030-12-31'),
	CONSTRAINT "specimens_choice_check" CHECK (choice in ('small', 'large')),
	CONSTRAINT "specimens_set_check" CHECK (set <@ array['small', 'large']::text[]),
	CONSTRAINT "specimens_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "specimens_phone_check" CHECK (char_length(phone) between 1 and 16)
);
--> statement-breakpoint
ALTER TABLE "specimens" ADD CONSTRAINT "specimens_reference_specimens_id_fk" FOREIGN KEY ("reference") REFERENCES "public"."specimens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens" ADD CONSTRAINT "specimens_file_file_id_fk" FOREIGN KEY ("file") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens" ADD CONSTRAINT "specimens_image_file_id_fk" FOREIGN KEY ("image") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "specimens_code_unique" ON "specimens" USING btree (code_key);--> statement-breakpoint
CREATE INDEX "specimens_order_index" ON "specimens" USING btree (code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_order__index" ON "specimens" USING btree (order_,code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_choice_index" ON "specimens" USING btree (choice,code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_reference_index" ON "specimens" USING btree (reference,code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_text_index" ON "specimens" USING btree (text_key,id);--> statement-breakpoint
CREATE INDEX "specimens_integer_index" ON "specimens" USING btree (integer,id);--> statement-breakpoint
CREATE INDEX "specimens_decimal_index" ON "specimens" USING btree (decimal,id);--> statement-breakpoint
CREATE INDEX "specimens_money_index" ON "specimens" USING btree (money,id);--> statement-breakpoint
CREATE INDEX "specimens_boolean_index" ON "specimens" USING btree (boolean,id);--> statement-breakpoint
CREATE INDEX "specimens_date_index" ON "specimens" USING btree (date,id);--> statement-breakpoint
CREATE INDEX "specimens_date_time_index" ON "specimens" USING btree (date_time,id);--> statement-breakpoint
CREATE INDEX "specimens_email_index" ON "specimens" USING btree (email_key,id);--> statement-breakpoint
CREATE INDEX "specimens_phone_index" ON "specimens" USING btree (phone,id);--> statement-breakpoint
CREATE INDEX "specimens_created_at_index" ON "specimens" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "specimens_updated_at_index" ON "specimens" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "specimens_file_index" ON "specimens" USING btree (file);--> statement-breakpoint
CREATE INDEX "specimens_image_index" ON "specimens" USING btree (image);--> statement-breakpoint
CREATE INDEX "specimens_code_trigrams" ON "specimens" USING gin ((translate(code_key, '{|', '')) gin_trgm_ops);