ALTER TABLE "admission_programmes" ADD COLUMN "application_fee" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "bank_account_holder" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "bank_iban" text;--> statement-breakpoint
DROP INDEX "finances_registration_id_index";--> statement-breakpoint
CREATE INDEX "finances_registration_id_index" ON "finances" USING btree (registration_id,booked_on,id);--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_application_fee_check" CHECK (application_fee between 0.01 and 100000);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_bank_account_holder_check" CHECK (char_length(bank_account_holder) between 1 and 70);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_bank_iban_check" CHECK (char_length(bank_iban) between 1 and 34);