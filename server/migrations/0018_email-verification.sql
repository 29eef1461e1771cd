ALTER TABLE "registrations" ADD COLUMN "email_state" text DEFAULT 'verified' NOT NULL;--> statement-breakpoint
INSERT INTO "meta" ("key", "value") VALUES ('since:registrations.email_state', now()::text) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value";--> statement-breakpoint
CREATE TABLE "email_verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"address" text NOT NULL,
	"former_address" text,
	"token_hash" text,
	"stop_hash" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"stopped_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "email_verification_registration_index" ON "email_verification" USING btree ("registration_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_verification_token_key" ON "email_verification" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_verification_stop_key" ON "email_verification" USING btree ("stop_hash");--> statement-breakpoint
CREATE INDEX "email_verification_created_index" ON "email_verification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "registrations_email_state_index" ON "registrations" USING btree (email_state,submitted_at,id);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_email_state_check" CHECK (email_state in ('verified', 'unverified', 'disputed'));