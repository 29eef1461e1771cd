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
ALTER TABLE "books" ADD CONSTRAINT "books_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "books_name_unique" ON "books" USING btree (name_key);--> statement-breakpoint
CREATE INDEX "books_order_index" ON "books" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "books_department_id_index" ON "books" USING btree (department_id,name_key,id);--> statement-breakpoint
CREATE INDEX "books_shelf_index" ON "books" USING btree (shelf_key,id);--> statement-breakpoint
CREATE INDEX "books_copies_index" ON "books" USING btree (copies,id);--> statement-breakpoint
CREATE INDEX "books_created_at_index" ON "books" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "books_updated_at_index" ON "books" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "books_name_trigrams" ON "books" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_search_trigrams" ON "books" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "loans_order_index" ON "loans" USING btree (due_on,id);--> statement-breakpoint
CREATE INDEX "loans_book_id_index" ON "loans" USING btree (book_id,due_on,id);--> statement-breakpoint
CREATE INDEX "loans_student_id_index" ON "loans" USING btree (student_id,due_on,id);--> statement-breakpoint
CREATE INDEX "loans_returned_on_index" ON "loans" USING btree (returned_on,id);--> statement-breakpoint
CREATE INDEX "loans_created_at_index" ON "loans" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "loans_updated_at_index" ON "loans" USING btree (updated_at,id);