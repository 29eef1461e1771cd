ALTER TABLE "admission_seat" RENAME TO "admission_quota";--> statement-breakpoint
ALTER TABLE "admission_quota" RENAME CONSTRAINT "admission_seat_draft_id_specialization_id_kind_pk" TO "admission_quota_draft_id_specialization_id_kind_pk";--> statement-breakpoint
ALTER TABLE "admission_quota" RENAME COLUMN "asked" TO "applicants";--> statement-breakpoint
ALTER TABLE "admission_result" RENAME COLUMN "seats" TO "quotas";--> statement-breakpoint
ALTER TABLE "admission_result" RENAME COLUMN "waits" TO "waiting_positions";--> statement-breakpoint
ALTER TABLE "admission_result" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
ALTER TABLE "admission_run" RENAME COLUMN "done" TO "progress";--> statement-breakpoint
ALTER TABLE "application_draft" RENAME COLUMN "sealed" TO "encrypted_content";--> statement-breakpoint
ALTER TABLE "sent_key" RENAME TO "submission_key";--> statement-breakpoint
ALTER INDEX "sent_key_pkey" RENAME TO "submission_key_pkey";--> statement-breakpoint
ALTER INDEX "sent_key_sent_index" RENAME TO "submission_key_sent_index";--> statement-breakpoint
UPDATE "admission_result" SET "missing" = ("missing" - 'twin') || '["duplicate"]' WHERE "missing" ? 'twin';--> statement-breakpoint
UPDATE "admission_drafts" SET "report" = replace(replace("report"::text, '"seats": ', '"quotas": '), '"seat": ', '"quota": ')::jsonb WHERE "report" IS NOT NULL;--> statement-breakpoint
UPDATE "change" SET "before" = replace(replace("before"::text, '"seats": ', '"quotas": '), '"seat": ', '"quota": ')::jsonb, "after" = replace(replace("after"::text, '"seats": ', '"quotas": '), '"seat": ', '"quota": ')::jsonb WHERE "resource" = 'admission-drafts' AND ("before" ? 'report' OR "after" ? 'report');--> statement-breakpoint
UPDATE "registration_event" SET "type" = 'resultAppealed' WHERE "type" = 'resultContested';--> statement-breakpoint
UPDATE "registration_event" SET "type" = 'resultAppealAnswered' WHERE "type" = 'contestAnswered';--> statement-breakpoint
UPDATE "registration_event" SET "payload" = jsonb_set("payload", '{mail}', '"resultAppealAnswered"') WHERE "type" IN ('mailSent', 'mailFailed') AND "payload" ->> 'mail' = 'contestAnswered';--> statement-breakpoint
UPDATE "outbox_mail" SET "kind" = 'resultAppealAnswered' WHERE "kind" = 'contestAnswered';--> statement-breakpoint
UPDATE "outbox_mail" SET "kind" = 'statusLimited' WHERE "kind" = 'statusBraked';--> statement-breakpoint
UPDATE "outbox_mail" SET "params" = ("params" - 'sealedCode') || jsonb_build_object('encryptedCode', "params" -> 'sealedCode') WHERE "params" ? 'sealedCode';--> statement-breakpoint
UPDATE "security_event" SET "kind" = 'statusLimited' WHERE "kind" = 'statusBraked';--> statement-breakpoint
UPDATE "rate_limit" SET "key" = 'restriction.' || substr("key", 7) WHERE "key" LIKE 'brake.%';--> statement-breakpoint
DROP INDEX "admission_sessions_is_beside_index";--> statement-breakpoint
ALTER TABLE "admission_sessions" RENAME COLUMN "is_beside" TO "is_concurrent";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:admission_sessions.is_concurrent' WHERE "key" = 'since:admission_sessions.is_beside';--> statement-breakpoint
ALTER TABLE "admission_programmes" RENAME COLUMN "asks" TO "requirements";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:admission_programmes.requirements' WHERE "key" = 'since:admission_programmes.asks';--> statement-breakpoint
ALTER TABLE "registrations" RENAME COLUMN "notice_ack_at" TO "notice_acknowledged_at";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:registrations.notice_acknowledged_at' WHERE "key" = 'since:registrations.notice_ack_at';--> statement-breakpoint
ALTER TABLE "admission_drafts" DROP CONSTRAINT "admission_drafts_state_check";--> statement-breakpoint
UPDATE "admission_drafts" SET "state" = 'notified' WHERE "state" = 'told';--> statement-breakpoint
ALTER TABLE "bank_payments" DROP CONSTRAINT "bank_payments_state_check";--> statement-breakpoint
UPDATE "bank_payments" SET "state" = 'set_aside' WHERE "state" = 'aside';--> statement-breakpoint
ALTER TABLE "bank_payments" DROP CONSTRAINT "bank_payments_finding_check";--> statement-breakpoint
UPDATE "bank_payments" SET "finding" = 'nothingDue' WHERE "finding" = 'nothingOwed';--> statement-breakpoint
CREATE INDEX "admission_sessions_is_concurrent_index" ON "admission_sessions" USING btree (is_concurrent,academic_year_key,name_key,id);--> statement-breakpoint
ALTER TABLE "admission_drafts" ADD CONSTRAINT "admission_drafts_state_check" CHECK (state in ('running', 'failed', 'ready', 'proposed', 'released', 'notified'));--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_state_check" CHECK (state in ('open', 'booked', 'set_aside'));--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_finding_check" CHECK (finding in ('matched', 'noReference', 'several', 'nothingDue', 'differs', 'bookedBefore'));--> statement-breakpoint
ALTER TABLE "file" RENAME COLUMN "fault" TO "error";--> statement-breakpoint
ALTER TABLE "file" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "import_synonym" RENAME COLUMN "meaning" TO "replacement";--> statement-breakpoint
ALTER TABLE "session" RENAME COLUMN "lost_answers" TO "lost_responses";--> statement-breakpoint
ALTER INDEX "file_fault_index" RENAME TO "file_error_index";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "silenced" TO "muted_notifications";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:users.muted_notifications' WHERE "key" = 'since:users.silenced';--> statement-breakpoint
ALTER TABLE "grade_appeals" RENAME COLUMN "contested_at" TO "appealed_at";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:grade_appeals.appealed_at' WHERE "key" = 'since:grade_appeals.contested_at';--> statement-breakpoint
ALTER TABLE "license_exams" RENAME CONSTRAINT "license_exams_written_mark_check" TO "license_exams_written_grade_check";--> statement-breakpoint
ALTER TABLE "license_exams" RENAME COLUMN "written_mark" TO "written_grade";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:license_exams.written_grade' WHERE "key" = 'since:license_exams.written_mark';--> statement-breakpoint
ALTER TABLE "license_exams" RENAME CONSTRAINT "license_exams_defence_mark_check" TO "license_exams_defence_grade_check";--> statement-breakpoint
ALTER TABLE "license_exams" RENAME COLUMN "defence_mark" TO "defence_grade";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:license_exams.defence_grade' WHERE "key" = 'since:license_exams.defence_mark';--> statement-breakpoint
ALTER TABLE "admission_appeals" RENAME COLUMN "contested_at" TO "appealed_at";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:admission_appeals.appealed_at' WHERE "key" = 'since:admission_appeals.contested_at';--> statement-breakpoint
ALTER TABLE "settings" RENAME CONSTRAINT "settings_grade_contest_hours_check" TO "settings_grade_appeal_hours_check";--> statement-breakpoint
ALTER TABLE "settings" RENAME COLUMN "grade_contest_hours" TO "grade_appeal_hours";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:settings.grade_appeal_hours' WHERE "key" = 'since:settings.grade_contest_hours';--> statement-breakpoint
ALTER TABLE "settings" RENAME CONSTRAINT "settings_degree_part_mark_check" TO "settings_degree_part_grade_check";--> statement-breakpoint
ALTER TABLE "settings" RENAME COLUMN "degree_part_mark" TO "degree_part_grade";--> statement-breakpoint
UPDATE "meta" SET "key" = 'since:settings.degree_part_grade' WHERE "key" = 'since:settings.degree_part_mark';--> statement-breakpoint
UPDATE "notifications" SET "type" = 'gradeAppealed' WHERE "type" = 'gradeContested';--> statement-breakpoint
UPDATE "notifications" SET "link" = regexp_replace("link", '/marks$', '/grade-sheet') WHERE "type" IN ('gradesDue', 'gradesUnlocked') AND "link" LIKE 'exams/%/marks';--> statement-breakpoint
UPDATE "outbox_mail" SET "params" = jsonb_set("params", '{type}', '"gradeAppealed"') WHERE "kind" = 'notification' AND "params" ->> 'type' = 'gradeContested';--> statement-breakpoint
UPDATE "outbox_mail" SET "params" = jsonb_set("params", '{link}', to_jsonb(regexp_replace("params" ->> 'link', '/marks$', '/grade-sheet'))) WHERE "kind" = 'notification' AND "params" ->> 'link' LIKE 'exams/%/marks';--> statement-breakpoint
UPDATE "registration_event" SET "type" = 'transitionUndone' WHERE "type" = 'stepUndone';--> statement-breakpoint
UPDATE "security_event" SET "kind" = 'responseLost' WHERE "kind" = 'answerLost';--> statement-breakpoint
UPDATE "job" SET "input" = replace(replace("input"::text, '"letterSubject": ', '"messageSubject": '), '"letterBody": ', '"messageBody": ')::jsonb WHERE "kind" = 'action' AND "input" ->> 'action' = 'message';--> statement-breakpoint
UPDATE "job" SET "input" = "input" - 'isRemembered' || jsonb_build_object('isMappingReused', "input" -> 'isRemembered') WHERE "kind" = 'import' AND "input" -> 'isRemembered' IS NOT NULL;--> statement-breakpoint
UPDATE "job_item" SET "issues" = replace(replace(replace(replace(replace(replace(replace("issues"::text, '"code": "mark.', '"code": "grade.'), '"code": "contest.', '"code": "resultAppeal.'), '"code": "appeal.sameMark"', '"code": "appeal.sameGrade"'), '"code": "enrolment.hasMarks"', '"code": "enrolment.hasGrades"'), '"code": "step.refused"', '"code": "transition.refused"'), '"code": "step.told"', '"code": "transition.notified"'), '"code": "step.person"', '"code": "transition.otherUserRequired"')::jsonb WHERE "issues" IS NOT NULL AND "issues"::text ~ '"code": "(mark\.|contest\.|step\.|appeal\.sameMark|enrolment\.hasMarks)';--> statement-breakpoint
UPDATE "certificates" SET "content" = replace(replace("content"::text, '"creditsWon": ', '"creditsEarned": '), '"mark": ', '"grade": ')::jsonb WHERE "kind" = 'transcript';--> statement-breakpoint
UPDATE "saved_views" SET "address" = replace("address", 'awaitsMarks', 'awaitsGrades'), "columns" = replace("columns", 'awaitsMarks', 'awaitsGrades') WHERE "list" = 'exams' AND concat("address", "columns") LIKE '%awaitsMarks%';