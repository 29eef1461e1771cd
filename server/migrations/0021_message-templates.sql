ALTER TABLE "application_messages" ADD COLUMN "template_id" uuid;--> statement-breakpoint
CREATE TABLE "message_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"body" text NOT NULL,
	"body_translations" jsonb,
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "message_templates_name_check" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "message_templates_body_check" CHECK (char_length(body) between 1 and 4000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "message_templates_name_unique" ON "message_templates" USING btree (name_key);--> statement-breakpoint
CREATE INDEX "message_templates_order_index" ON "message_templates" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "message_templates_is_active_index" ON "message_templates" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "message_templates_created_at_index" ON "message_templates" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "message_templates_updated_at_index" ON "message_templates" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "message_templates_name_trigrams" ON "message_templates" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "message_templates_search_trigrams" ON "message_templates" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_template_id_message_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."message_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_messages_template_id_index" ON "application_messages" USING btree (template_id);