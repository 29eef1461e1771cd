CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"list" text NOT NULL,
	"list_key" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"address" text,
	"columns" text,
	"is_shared" boolean DEFAULT false NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "saved_views_list_check" CHECK (char_length(list) between 1 and 40),
	CONSTRAINT "saved_views_name_check" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "saved_views_address_check" CHECK (char_length(address) between 1 and 1500),
	CONSTRAINT "saved_views_columns_check" CHECK (char_length(columns) between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_order_index" ON "saved_views" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_list_index" ON "saved_views" USING btree (list_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_owner_id_index" ON "saved_views" USING btree (owner_id,name_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_is_active_index" ON "saved_views" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "saved_views_is_shared_index" ON "saved_views" USING btree (is_shared,id);--> statement-breakpoint
CREATE INDEX "saved_views_created_at_index" ON "saved_views" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "saved_views_updated_at_index" ON "saved_views" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "saved_views_list_trigrams" ON "saved_views" USING gin ((translate(list_key, '{|', '')) gin_trgm_ops);