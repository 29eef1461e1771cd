ALTER TABLE "outbox_mail" RENAME COLUMN "registration_id" TO "record_id";--> statement-breakpoint
ALTER INDEX "outbox_mail_registration_index" RENAME TO "outbox_mail_record_index";