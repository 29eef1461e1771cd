CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"supplier" text NOT NULL,
	"supplier_key" text COLLATE "C" NOT NULL,
	"ordered_on" date,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "orders_supplier_check" CHECK (char_length(supplier) between 1 and 80),
	CONSTRAINT "orders_ordered_on_check" CHECK (ordered_on between '1900-01-01' and '2999-12-31')
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
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_fees" ADD CONSTRAINT "order_fees_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "order_fees_updated_at_index" ON "order_fees" USING btree (updated_at,id);