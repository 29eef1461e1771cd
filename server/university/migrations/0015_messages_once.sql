ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_sending_id_recipient_id_unique" ON "messages" USING btree (lower(sending_id),recipient_id);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language_check" CHECK (language in ('en', 'ro', 'fr', 'de'));