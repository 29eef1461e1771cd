ALTER TABLE "file" ADD COLUMN "state" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "has_raw" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "lease_token" uuid;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "lease_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "file_raw_index" ON "file" USING btree ("created_at") WHERE "file"."has_raw";