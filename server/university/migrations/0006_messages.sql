CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sender_id" uuid NOT NULL,
	"sender_name" text NOT NULL,
	"sender_name_key" text COLLATE "C" NOT NULL,
	"recipient_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_key" text COLLATE "C" NOT NULL,
	"body" text NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "messages_sender_name_check" CHECK (char_length(sender_name) between 1 and 120),
	CONSTRAINT "messages_subject_check" CHECK (char_length(subject) between 1 and 120),
	CONSTRAINT "messages_body_check" CHECK (char_length(body) between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text,
	"subject_key" text COLLATE "C",
	"link" text,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_type_check" CHECK (type in ('passwordChanged', 'newDevice', 'roleChanged', 'studentStatus', 'message')),
	CONSTRAINT "notifications_subject_check" CHECK (char_length(subject) between 1 and 120),
	CONSTRAINT "notifications_link_check" CHECK (char_length(link) between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_order_index" ON "messages" USING btree (sent_at,id);--> statement-breakpoint
CREATE INDEX "messages_subject_index" ON "messages" USING btree (subject_key,id);--> statement-breakpoint
CREATE INDEX "messages_sender_name_index" ON "messages" USING btree (sender_name_key,id);--> statement-breakpoint
CREATE INDEX "messages_recipient_id_index" ON "messages" USING btree (recipient_id,id);--> statement-breakpoint
CREATE INDEX "messages_read_at_index" ON "messages" USING btree (read_at,id);--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "messages_updated_at_index" ON "messages" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "messages_sender_id_index" ON "messages" USING btree (sender_id);--> statement-breakpoint
CREATE INDEX "messages_subject_trigrams" ON "messages" USING gin ((translate(subject_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_sender_name_trigrams" ON "messages" USING gin ((translate(sender_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_search_trigrams" ON "messages" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notifications_order_index" ON "notifications" USING btree (sent_at,id);--> statement-breakpoint
CREATE INDEX "notifications_type_index" ON "notifications" USING btree (type,sent_at,id);--> statement-breakpoint
CREATE INDEX "notifications_subject_index" ON "notifications" USING btree (subject_key,id);--> statement-breakpoint
CREATE INDEX "notifications_read_at_index" ON "notifications" USING btree (read_at,id);--> statement-breakpoint
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "notifications_updated_at_index" ON "notifications" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "notifications_user_id_index" ON "notifications" USING btree (user_id);