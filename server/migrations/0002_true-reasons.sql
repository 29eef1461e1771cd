ALTER TABLE "admission_quota" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_quota" ADD COLUMN "last_ties" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_quota" ADD COLUMN "last_lot" text;--> statement-breakpoint
ALTER TABLE "admission_quota" ADD COLUMN "formulas" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "decided_by" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "admission_quota" SET "formulas" = array_remove(ARRAY["programme"."formula", "programme"."first_tie", "programme"."second_tie"], NULL) FROM "admission_drafts" "draft" JOIN "admission_rounds" "round" ON "round"."id" = "draft"."admission_round_id" JOIN "admission_programmes" "programme" ON "programme"."admission_session_id" = "round"."admission_session_id" WHERE "draft"."id" = "admission_quota"."draft_id" AND "programme"."specialization_id" = "admission_quota"."specialization_id";--> statement-breakpoint
UPDATE "admission_run" SET "stamp" = NULL, "effect" = NULL FROM "admission_drafts" "draft" WHERE "draft"."id" = "admission_run"."draft_id" AND "draft"."state" IN ('ready', 'proposed');
