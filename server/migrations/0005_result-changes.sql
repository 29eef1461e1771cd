ALTER TABLE "admission_result" ADD COLUMN "change" text;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "from_specialization_id" uuid;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "from_kind" text;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "cause_details" jsonb;--> statement-breakpoint
UPDATE "admission_run" SET "stamp" = NULL, "effect" = NULL FROM "admission_drafts" "draft" WHERE "draft"."id" = "admission_run"."draft_id" AND "draft"."state" IN ('ready', 'proposed');--> statement-breakpoint
UPDATE "outbox_mail" SET "kind" = CASE "kind" WHEN 'placeWon' THEN 'placeOffered' WHEN 'placeChanged' THEN 'placeMovedDown' ELSE 'waiting' END WHERE "state" IN ('waiting', 'dead') AND "kind" IN ('placeWon', 'placeChanged', 'placeWaiting');