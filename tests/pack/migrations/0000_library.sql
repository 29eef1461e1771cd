ALTER TABLE "students" ADD COLUMN "card_number" text;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "may_borrow" boolean DEFAULT true NOT NULL;--> statement-breakpoint
INSERT INTO "meta" ("key", "value") VALUES ('since:students.may_borrow', now()::text) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value";--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "card_number_key" text COLLATE "C";--> statement-breakpoint
UPDATE "students" SET "card_number_key" = lower("card_number");--> statement-breakpoint
DELETE FROM "meta" WHERE "key" = 'folded:students';--> statement-breakpoint
CREATE TABLE "books" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"shelf" text,
	"shelf_key" text COLLATE "C",
	"copies" integer NOT NULL,
	"department_id" uuid,
	"courses" uuid[],
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "books_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "books_shelf_check" CHECK (char_length(shelf) between 1 and 20),
	CONSTRAINT "books_copies_check" CHECK (copies between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"book_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"returned_on" date,
	CONSTRAINT "loans_due_on_check" CHECK (due_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "loans_returned_on_check" CHECK (returned_on between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"supplier" text NOT NULL,
	"supplier_key" text COLLATE "C" NOT NULL,
	"ordered_on" date,
	"number" text,
	"due_on" date,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "orders_supplier_check" CHECK (char_length(supplier) between 1 and 80),
	CONSTRAINT "orders_ordered_on_check" CHECK (ordered_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "orders_number_check" CHECK (char_length(number) between 1 and 12),
	CONSTRAINT "orders_number_shape" CHECK (number ~ '^(?:[A-Z]{2}-[0-9]{1,4})$'),
	CONSTRAINT "orders_due_on_check" CHECK (due_on between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"order_id" uuid NOT NULL,
	"title" text NOT NULL,
	"title_key" text COLLATE "C" NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"price" numeric(7, 2),
	"book_id" uuid,
	"position" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "order_lines_title_check" CHECK (char_length(title) between 1 and 120),
	CONSTRAINT "order_lines_copies_check" CHECK (copies between 1 and 100),
	CONSTRAINT "order_lines_price_check" CHECK (price between 0 and 10000),
	CONSTRAINT "order_lines_position_check" CHECK (position between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "order_fees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"amount" numeric(7, 2) NOT NULL,
	CONSTRAINT "order_fees_name_check" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "order_fees_amount_check" CHECK (amount between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "specimens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"order_" integer,
	"boolean" boolean,
	"choice" text,
	"date" date,
	"date_time" timestamp(3) with time zone,
	"decimal" numeric(4, 2),
	"email" text,
	"email_key" text COLLATE "C",
	"file" uuid,
	"image" uuid,
	"integer" integer,
	"links" uuid[],
	"long_text" text,
	"long_text_translations" jsonb,
	"money" numeric(8, 2),
	"national_id" text,
	"national_id_bidx" text,
	"phone" text,
	"reference" uuid,
	"set" text[],
	"text" text,
	"text_translations" jsonb,
	"text_key" text COLLATE "C",
	"rating" integer,
	"data" jsonb,
	CONSTRAINT "specimens_code_check" CHECK (char_length(code) between 1 and 20),
	CONSTRAINT "specimens_order__check" CHECK (order_ between 0 and 1000),
	CONSTRAINT "specimens_choice_check" CHECK (choice in ('small', 'large')),
	CONSTRAINT "specimens_date_check" CHECK (date between '1900-01-01' and '2030-12-31'),
	CONSTRAINT "specimens_decimal_check" CHECK (decimal between 0 and 10),
	CONSTRAINT "specimens_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "specimens_integer_check" CHECK (integer between 0 and 1000),
	CONSTRAINT "specimens_long_text_check" CHECK (char_length(long_text) between 1 and 400),
	CONSTRAINT "specimens_money_check" CHECK (money between 0 and 100000),
	CONSTRAINT "specimens_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "specimens_set_check" CHECK (set <@ array['small', 'large']::text[]),
	CONSTRAINT "specimens_text_check" CHECK (char_length(text) between 1 and 40),
	CONSTRAINT "specimens_rating_check" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "books_courses_links" (
	"record_id" uuid NOT NULL,
	"linked_id" uuid NOT NULL,
	CONSTRAINT "books_courses_links_pkey" PRIMARY KEY("record_id","linked_id")
);
--> statement-breakpoint
CREATE TABLE "specimens_links_links" (
	"record_id" uuid NOT NULL,
	"linked_id" uuid NOT NULL,
	CONSTRAINT "specimens_links_links_pkey" PRIMARY KEY("record_id","linked_id")
);
--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_fees" ADD CONSTRAINT "order_fees_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens" ADD CONSTRAINT "specimens_file_file_id_fk" FOREIGN KEY ("file") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens" ADD CONSTRAINT "specimens_image_file_id_fk" FOREIGN KEY ("image") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens" ADD CONSTRAINT "specimens_reference_specimens_id_fk" FOREIGN KEY ("reference") REFERENCES "public"."specimens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books_courses_links" ADD CONSTRAINT "books_courses_links_record" FOREIGN KEY ("record_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books_courses_links" ADD CONSTRAINT "books_courses_links_linked" FOREIGN KEY ("linked_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens_links_links" ADD CONSTRAINT "specimens_links_links_record" FOREIGN KEY ("record_id") REFERENCES "public"."specimens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens_links_links" ADD CONSTRAINT "specimens_links_links_linked" FOREIGN KEY ("linked_id") REFERENCES "public"."specimens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "books_name_unique" ON "books" USING btree (name_key);--> statement-breakpoint
CREATE INDEX "books_order_index" ON "books" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "books_department_id_index" ON "books" USING btree (department_id,name_key,id);--> statement-breakpoint
CREATE INDEX "books_shelf_index" ON "books" USING btree (shelf_key,id);--> statement-breakpoint
CREATE INDEX "books_copies_index" ON "books" USING btree (copies,id);--> statement-breakpoint
CREATE INDEX "books_created_at_index" ON "books" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "books_updated_at_index" ON "books" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "books_name_trigrams" ON "books" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_search_trigrams" ON "books" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_courses_index" ON "books" USING gin (courses);--> statement-breakpoint
CREATE INDEX "loans_order_index" ON "loans" USING btree (due_on,id);--> statement-breakpoint
CREATE INDEX "loans_book_id_index" ON "loans" USING btree (book_id,due_on,id);--> statement-breakpoint
CREATE INDEX "loans_student_id_index" ON "loans" USING btree (student_id,due_on,id);--> statement-breakpoint
CREATE INDEX "loans_returned_on_index" ON "loans" USING btree (returned_on,id);--> statement-breakpoint
CREATE INDEX "loans_created_at_index" ON "loans" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "loans_updated_at_index" ON "loans" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "orders_order_index" ON "orders" USING btree (supplier_key,id);--> statement-breakpoint
CREATE INDEX "orders_ordered_on_index" ON "orders" USING btree (ordered_on,supplier_key,id);--> statement-breakpoint
CREATE INDEX "orders_created_at_index" ON "orders" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "orders_updated_at_index" ON "orders" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "orders_search_trigrams" ON "orders" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_order_id_title_unique" ON "order_lines" USING btree (order_id,title_key);--> statement-breakpoint
CREATE INDEX "order_lines_order_index" ON "order_lines" USING btree (position,title_key,id);--> statement-breakpoint
CREATE INDEX "order_lines_order_id_index" ON "order_lines" USING btree (order_id,position,title_key,id);--> statement-breakpoint
CREATE INDEX "order_lines_is_active_index" ON "order_lines" USING btree (is_active,position,title_key,id);--> statement-breakpoint
CREATE INDEX "order_lines_title_index" ON "order_lines" USING btree (title_key,id);--> statement-breakpoint
CREATE INDEX "order_lines_copies_index" ON "order_lines" USING btree (copies,id);--> statement-breakpoint
CREATE INDEX "order_lines_price_index" ON "order_lines" USING btree (price,id);--> statement-breakpoint
CREATE INDEX "order_lines_book_id_index" ON "order_lines" USING btree (book_id,id);--> statement-breakpoint
CREATE INDEX "order_lines_created_at_index" ON "order_lines" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "order_lines_updated_at_index" ON "order_lines" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "order_fees_order_index" ON "order_fees" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "order_fees_order_id_index" ON "order_fees" USING btree (order_id,name_key,id);--> statement-breakpoint
CREATE INDEX "order_fees_amount_index" ON "order_fees" USING btree (amount,id);--> statement-breakpoint
CREATE INDEX "order_fees_created_at_index" ON "order_fees" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "order_fees_updated_at_index" ON "order_fees" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "specimens_code_unique" ON "specimens" USING btree (code_key);--> statement-breakpoint
CREATE INDEX "specimens_order_index" ON "specimens" USING btree (code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_order__index" ON "specimens" USING btree (order_,code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_choice_index" ON "specimens" USING btree (choice,code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_reference_index" ON "specimens" USING btree (reference,code_key,id);--> statement-breakpoint
CREATE INDEX "specimens_boolean_index" ON "specimens" USING btree (boolean,id);--> statement-breakpoint
CREATE INDEX "specimens_date_index" ON "specimens" USING btree (date,id);--> statement-breakpoint
CREATE INDEX "specimens_date_time_index" ON "specimens" USING btree (date_time,id);--> statement-breakpoint
CREATE INDEX "specimens_decimal_index" ON "specimens" USING btree (decimal,id);--> statement-breakpoint
CREATE INDEX "specimens_email_index" ON "specimens" USING btree (email_key,id);--> statement-breakpoint
CREATE INDEX "specimens_integer_index" ON "specimens" USING btree (integer,id);--> statement-breakpoint
CREATE INDEX "specimens_money_index" ON "specimens" USING btree (money,id);--> statement-breakpoint
CREATE INDEX "specimens_phone_index" ON "specimens" USING btree (phone,id);--> statement-breakpoint
CREATE INDEX "specimens_text_index" ON "specimens" USING btree (text_key,id);--> statement-breakpoint
CREATE INDEX "specimens_rating_index" ON "specimens" USING btree (rating,id);--> statement-breakpoint
CREATE INDEX "specimens_created_at_index" ON "specimens" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "specimens_updated_at_index" ON "specimens" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "specimens_file_index" ON "specimens" USING btree (file);--> statement-breakpoint
CREATE INDEX "specimens_image_index" ON "specimens" USING btree (image);--> statement-breakpoint
CREATE INDEX "specimens_code_trigrams" ON "specimens" USING gin ((translate(code_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "specimens_links_index" ON "specimens" USING gin (links);--> statement-breakpoint
CREATE INDEX "books_courses_links_linked_index" ON "books_courses_links" USING btree ("linked_id");--> statement-breakpoint
CREATE INDEX "specimens_links_links_linked_index" ON "specimens_links_links" USING btree ("linked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "students_card_number_unique" ON "students" USING btree (card_number_key);--> statement-breakpoint
CREATE INDEX "students_card_number_index" ON "students" USING btree (card_number_key,id);--> statement-breakpoint
CREATE INDEX "students_may_borrow_index" ON "students" USING btree (may_borrow,last_name_key,first_name_key,id);--> statement-breakpoint
CREATE INDEX "students_card_number_trigrams" ON "students" USING gin ((translate(card_number_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_card_number_check" CHECK (char_length(card_number) between 1 and 20);