ALTER TABLE "settings" ADD COLUMN "names_in_messages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
INSERT INTO "meta" ("key", "value") VALUES ('since:settings.names_in_messages', now()::text) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value";--> statement-breakpoint
CREATE TABLE "application_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"registration_id" uuid NOT NULL,
	"author" text NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"first_attachment_url" uuid,
	"second_attachment_url" uuid,
	"third_attachment_url" uuid,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	"answered_at" timestamp(3) with time zone,
	"undone_at" timestamp(3) with time zone,
	CONSTRAINT "application_messages_author_check" CHECK (author in ('applicant', 'office')),
	CONSTRAINT "application_messages_body_check" CHECK (char_length(body) between 1 and 4000)
);
--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_first_attachment_url_file_id_fk" FOREIGN KEY ("first_attachment_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_second_attachment_url_file_id_fk" FOREIGN KEY ("second_attachment_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_third_attachment_url_file_id_fk" FOREIGN KEY ("third_attachment_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_messages_order_index" ON "application_messages" USING btree (sent_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_registration_id_index" ON "application_messages" USING btree (registration_id,sent_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_author_index" ON "application_messages" USING btree (author,sent_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_author_id_index" ON "application_messages" USING btree (author_id,sent_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_answered_at_index" ON "application_messages" USING btree (answered_at,sent_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_read_at_index" ON "application_messages" USING btree (read_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_created_at_index" ON "application_messages" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_updated_at_index" ON "application_messages" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "application_messages_first_attachment_url_index" ON "application_messages" USING btree (first_attachment_url);--> statement-breakpoint
CREATE INDEX "application_messages_second_attachment_url_index" ON "application_messages" USING btree (second_attachment_url);--> statement-breakpoint
CREATE INDEX "application_messages_third_attachment_url_index" ON "application_messages" USING btree (third_attachment_url);--> statement-breakpoint
CREATE INDEX "application_messages_unanswered_index" ON "application_messages" USING btree (registration_id,sent_at) WHERE author = 'applicant' and answered_at is null;