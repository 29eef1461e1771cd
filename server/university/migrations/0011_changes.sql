ALTER TABLE "admission_programmes" ADD COLUMN "asks" text[];--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "motivation" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "file_medical_url" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "file_portfolio_url" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_medical_url_file_id_fk" FOREIGN KEY ("file_medical_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_portfolio_url_file_id_fk" FOREIGN KEY ("file_portfolio_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_file_medical_url_index" ON "registrations" USING btree (file_medical_url);--> statement-breakpoint
CREATE INDEX "registrations_file_portfolio_url_index" ON "registrations" USING btree (file_portfolio_url);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_motivation_check" CHECK (char_length(motivation) between 1 and 2000);