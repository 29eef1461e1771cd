CREATE TABLE "academic_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"academic_year_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"semester" integer,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "academic_periods_name_check" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "academic_periods_kind_check" CHECK (kind in ('teaching', 'winter', 'summer', 'resit', 'degree', 'holiday')),
	CONSTRAINT "academic_periods_semester_check" CHECK (semester between 1 and 2),
	CONSTRAINT "academic_periods_starts_on_check" CHECK (starts_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "academic_periods_ends_on_check" CHECK (ends_on between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "academic_years" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "academic_years_name_check" CHECK (char_length(name) between 1 and 9),
	CONSTRAINT "academic_years_starts_on_check" CHECK (starts_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "academic_years_ends_on_check" CHECK (ends_on between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text DEFAULT 'certificate' NOT NULL,
	"language" text DEFAULT 'ro' NOT NULL,
	"purpose" text,
	"purpose_key" text COLLATE "C",
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"issued_at" timestamp(3) with time zone NOT NULL,
	"status" text DEFAULT 'valid' NOT NULL,
	"revoke_reason" text,
	"content" jsonb,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "certificates_kind_check" CHECK (kind in ('certificate', 'transcript')),
	CONSTRAINT "certificates_language_check" CHECK (language in ('ro', 'en', 'fr', 'de')),
	CONSTRAINT "certificates_purpose_check" CHECK (char_length(purpose) between 1 and 160),
	CONSTRAINT "certificates_code_check" CHECK (char_length(code) between 1 and 20),
	CONSTRAINT "certificates_status_check" CHECK (status in ('valid', 'revoked')),
	CONSTRAINT "certificates_revoke_reason_check" CHECK (char_length(revoke_reason) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "class_assistants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"class_id" uuid NOT NULL,
	"professor_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "class_enrolments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	CONSTRAINT "class_enrolments_status_check" CHECK (status in ('active', 'dropped')),
	CONSTRAINT "class_enrolments_source_check" CHECK (source in ('manual', 'group', 'enrolment'))
);
--> statement-breakpoint
CREATE TABLE "data_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"student_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"wanted" text NOT NULL,
	"wanted_key" text COLLATE "C" NOT NULL,
	"explanation" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"answer" text,
	"requested_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "data_changes_subject_check" CHECK (subject in ('lastName', 'firstName', 'birthDate', 'sex', 'email')),
	CONSTRAINT "data_changes_wanted_check" CHECK (char_length(wanted) between 1 and 200),
	CONSTRAINT "data_changes_explanation_check" CHECK (char_length(explanation) between 1 and 1000),
	CONSTRAINT "data_changes_status_check" CHECK (status in ('requested', 'applied', 'refused', 'withdrawn')),
	CONSTRAINT "data_changes_answer_check" CHECK (char_length(answer) between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "exam_resits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"student_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"academic_year_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"exam_id" uuid,
	"explanation" text,
	"status" text DEFAULT 'requested' NOT NULL,
	"answer" text,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"charge_id" uuid,
	CONSTRAINT "exam_resits_kind_check" CHECK (kind in ('resit', 'improvement')),
	CONSTRAINT "exam_resits_explanation_check" CHECK (char_length(explanation) between 1 and 500),
	CONSTRAINT "exam_resits_status_check" CHECK (status in ('requested', 'approved', 'rejected', 'held', 'cancelled')),
	CONSTRAINT "exam_resits_answer_check" CHECK (char_length(answer) between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"class_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"academic_year_id" uuid NOT NULL,
	"session" text NOT NULL,
	"type" text DEFAULT 'written' NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"duration_minutes" integer DEFAULT 120 NOT NULL,
	"room" text,
	"room_key" text COLLATE "C",
	"capacity" integer,
	"professor_id" uuid,
	"second_professor_id" uuid,
	"state" text DEFAULT 'draft' NOT NULL,
	"grade_due_at" timestamp(3) with time zone,
	"locked_at" timestamp(3) with time zone,
	"unlock_reason" text,
	CONSTRAINT "exams_session_check" CHECK (session in ('winter', 'summer', 'resit', 'special')),
	CONSTRAINT "exams_type_check" CHECK (type in ('written', 'oral', 'practical', 'project')),
	CONSTRAINT "exams_duration_minutes_check" CHECK (duration_minutes between 15 and 600),
	CONSTRAINT "exams_room_check" CHECK (char_length(room) between 1 and 40),
	CONSTRAINT "exams_capacity_check" CHECK (capacity between 1 and 1000),
	CONSTRAINT "exams_state_check" CHECK (state in ('draft', 'published', 'held', 'graded', 'locked', 'cancelled')),
	CONSTRAINT "exams_unlock_reason_check" CHECK (char_length(unlock_reason) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "finances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"student_id" uuid,
	"registration_id" uuid,
	"direction" text NOT NULL,
	"kind" text DEFAULT 'tuition' NOT NULL,
	"amount" numeric(9, 2) NOT NULL,
	"description" text NOT NULL,
	"description_key" text COLLATE "C" NOT NULL,
	"booked_on" date NOT NULL,
	"due_on" date,
	"method" text,
	"receipt_number" text,
	"receipt_number_key" text COLLATE "C",
	"academic_year_id" uuid,
	"reversal_of_id" uuid,
	"reversal_reason" text,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "finances_direction_check" CHECK (direction in ('charge', 'payment', 'refund', 'adjustment')),
	CONSTRAINT "finances_kind_check" CHECK (kind in ('tuition', 'resit', 'matriculation', 'application', 'other')),
	CONSTRAINT "finances_amount_check" CHECK (amount between 0.01 and 1000000),
	CONSTRAINT "finances_description_check" CHECK (char_length(description) between 1 and 160),
	CONSTRAINT "finances_booked_on_check" CHECK (booked_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "finances_due_on_check" CHECK (due_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "finances_method_check" CHECK (method in ('cash', 'card', 'transfer')),
	CONSTRAINT "finances_receipt_number_check" CHECK (char_length(receipt_number) between 1 and 40),
	CONSTRAINT "finances_reversal_reason_check" CHECK (char_length(reversal_reason) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "grades" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"student_id" uuid NOT NULL,
	"exam_id" uuid,
	"course_id" uuid NOT NULL,
	"academic_year_id" uuid NOT NULL,
	"kind" text DEFAULT 'exam' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"result" text DEFAULT 'graded' NOT NULL,
	"value" integer,
	"state" text DEFAULT 'draft' NOT NULL,
	"professor_id" uuid NOT NULL,
	"published_at" timestamp(3) with time zone,
	"correction_reason" text,
	CONSTRAINT "grades_kind_check" CHECK (kind in ('exam', 'resit', 'improvement', 'recognised')),
	CONSTRAINT "grades_attempt_check" CHECK (attempt between 1 and 50),
	CONSTRAINT "grades_result_check" CHECK (result in ('graded', 'absent', 'notEligible')),
	CONSTRAINT "grades_value_check" CHECK (value between 1 and 10),
	CONSTRAINT "grades_state_check" CHECK (state in ('draft', 'published', 'locked')),
	CONSTRAINT "grades_correction_reason_check" CHECK (char_length(correction_reason) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "license_exams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"student_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"session" text DEFAULT 'july' NOT NULL,
	"thesis_title" text,
	"thesis_title_key" text COLLATE "C",
	"thesis_due_on" date,
	"supervisor_id" uuid,
	"chair_id" uuid,
	"member_id" uuid,
	"second_member_id" uuid,
	"scheduled_at" timestamp(3) with time zone,
	"room" text,
	"written_mark" numeric(4, 2),
	"defence_mark" numeric(4, 2),
	"average" numeric(4, 2),
	"credits" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'registered' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "license_exams_year_check" CHECK (year between 2000 and 2100),
	CONSTRAINT "license_exams_session_check" CHECK (session in ('february', 'june', 'july', 'september')),
	CONSTRAINT "license_exams_thesis_title_check" CHECK (char_length(thesis_title) between 1 and 240),
	CONSTRAINT "license_exams_thesis_due_on_check" CHECK (thesis_due_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "license_exams_room_check" CHECK (char_length(room) between 1 and 40),
	CONSTRAINT "license_exams_written_mark_check" CHECK (written_mark between 1 and 10),
	CONSTRAINT "license_exams_defence_mark_check" CHECK (defence_mark between 1 and 10),
	CONSTRAINT "license_exams_average_check" CHECK (average between 1 and 10),
	CONSTRAINT "license_exams_credits_check" CHECK (credits between 0 and 30),
	CONSTRAINT "license_exams_status_check" CHECK (status in ('registered', 'eligible', 'ineligible', 'passed', 'failed', 'absent'))
);
--> statement-breakpoint
CREATE TABLE "calendar_token" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "university_classes" DROP CONSTRAINT "university_classes_academic_year_check";--> statement-breakpoint
DROP INDEX "university_classes_course_id_academic_year_group_name_unique";--> statement-breakpoint
DROP INDEX "university_classes_academic_year_index";--> statement-breakpoint
DROP INDEX "university_classes_academic_year_trigrams";--> statement-breakpoint
DROP INDEX "messages_recipient_id_index";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "recipient_name" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "recipient_name_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "audience" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "recipient_count" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sending_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "thread_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "in_reply_to_id" uuid;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "academic_year_id" uuid;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "pass_mark" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "credits_for_year2" integer DEFAULT 40 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "credits_for_year3" integer DEFAULT 80 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "credits_for_year4" integer DEFAULT 120 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "exam_notice_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "grade_due_hours" integer DEFAULT 72 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "grade_lock_hours" integer DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "resit_notice_days" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "improvements_per_semester" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "free_sittings" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "resit_fee" numeric(8, 2) DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "degree_part_mark" numeric(4, 2) DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "degree_average" numeric(4, 2) DEFAULT 6 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "degree_credits" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "tuition_instalments" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "specializations" ADD COLUMN "tuition_fee" numeric(9, 2);--> statement-breakpoint
ALTER TABLE "university_classes" ADD COLUMN "academic_year_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_copies" text[];--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "silenced" text[];--> statement-breakpoint
UPDATE "messages" m SET recipient_name = u.name, recipient_name_key = u.name_key, recipient_count = 1, sending_id = m.id::text FROM "users" u WHERE u.id = m.recipient_id;--> statement-breakpoint
INSERT INTO "academic_years" (id, name, name_key, starts_on, ends_on)
SELECT gen_random_uuid(), k.academic_year, min(k.academic_year_key), (left(k.academic_year, 4) || '-10-01')::date, (right(k.academic_year, 4) || '-09-30')::date
FROM "university_classes" k GROUP BY k.academic_year;--> statement-breakpoint
UPDATE "university_classes" k SET academic_year_id = y.id FROM "academic_years" y WHERE y.name = k.academic_year;--> statement-breakpoint
INSERT INTO "class_enrolments" (id, class_id, student_id, status, source)
SELECT gen_random_uuid(), k.id, s.id, 'active', 'group' FROM "university_classes" k JOIN "courses" c ON c.id = k.course_id
JOIN "students" s ON s.specialization_id = c.specialization_id AND s.group_name = k.group_name;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "recipient_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "recipient_name_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "sending_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "university_classes" ALTER COLUMN "academic_year_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "academic_periods" ADD CONSTRAINT "academic_periods_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_assistants" ADD CONSTRAINT "class_assistants_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_assistants" ADD CONSTRAINT "class_assistants_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_enrolments" ADD CONSTRAINT "class_enrolments_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_enrolments" ADD CONSTRAINT "class_enrolments_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_changes" ADD CONSTRAINT "data_changes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_charge_id_finances_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."finances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_second_professor_id_professors_id_fk" FOREIGN KEY ("second_professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_reversal_of_id_finances_id_fk" FOREIGN KEY ("reversal_of_id") REFERENCES "public"."finances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_supervisor_id_professors_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_chair_id_professors_id_fk" FOREIGN KEY ("chair_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_member_id_professors_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_second_member_id_professors_id_fk" FOREIGN KEY ("second_member_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "academic_periods_academic_year_id_name_unique" ON "academic_periods" USING btree (academic_year_id,name_key);--> statement-breakpoint
CREATE INDEX "academic_periods_order_index" ON "academic_periods" USING btree (starts_on,id);--> statement-breakpoint
CREATE INDEX "academic_periods_name_index" ON "academic_periods" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "academic_periods_academic_year_id_index" ON "academic_periods" USING btree (academic_year_id,starts_on,id);--> statement-breakpoint
CREATE INDEX "academic_periods_kind_index" ON "academic_periods" USING btree (kind,starts_on,id);--> statement-breakpoint
CREATE INDEX "academic_periods_semester_index" ON "academic_periods" USING btree (semester,starts_on,id);--> statement-breakpoint
CREATE INDEX "academic_periods_ends_on_index" ON "academic_periods" USING btree (ends_on,id);--> statement-breakpoint
CREATE INDEX "academic_periods_created_at_index" ON "academic_periods" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "academic_periods_updated_at_index" ON "academic_periods" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "academic_periods_name_trigrams" ON "academic_periods" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "academic_years_name_unique" ON "academic_years" USING btree (name_key);--> statement-breakpoint
CREATE INDEX "academic_years_order_index" ON "academic_years" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "academic_years_is_active_index" ON "academic_years" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "academic_years_starts_on_index" ON "academic_years" USING btree (starts_on,id);--> statement-breakpoint
CREATE INDEX "academic_years_ends_on_index" ON "academic_years" USING btree (ends_on,id);--> statement-breakpoint
CREATE INDEX "academic_years_created_at_index" ON "academic_years" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "academic_years_updated_at_index" ON "academic_years" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "academic_years_name_trigrams" ON "academic_years" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_code_unique" ON "certificates" USING btree (code_key);--> statement-breakpoint
CREATE INDEX "certificates_order_index" ON "certificates" USING btree (issued_at,id);--> statement-breakpoint
CREATE INDEX "certificates_student_id_index" ON "certificates" USING btree (student_id,issued_at,id);--> statement-breakpoint
CREATE INDEX "certificates_kind_index" ON "certificates" USING btree (kind,issued_at,id);--> statement-breakpoint
CREATE INDEX "certificates_code_index" ON "certificates" USING btree (code_key,id);--> statement-breakpoint
CREATE INDEX "certificates_status_index" ON "certificates" USING btree (status,issued_at,id);--> statement-breakpoint
CREATE INDEX "certificates_purpose_index" ON "certificates" USING btree (purpose_key,id);--> statement-breakpoint
CREATE INDEX "certificates_created_at_index" ON "certificates" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "certificates_updated_at_index" ON "certificates" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "certificates_code_trigrams" ON "certificates" USING gin ((translate(code_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "certificates_search_trigrams" ON "certificates" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "class_assistants_class_id_professor_id_unique" ON "class_assistants" USING btree (class_id,professor_id);--> statement-breakpoint
CREATE INDEX "class_assistants_order_index" ON "class_assistants" USING btree (class_id,professor_id,id);--> statement-breakpoint
CREATE INDEX "class_assistants_professor_id_index" ON "class_assistants" USING btree (professor_id,class_id,id);--> statement-breakpoint
CREATE INDEX "class_assistants_is_active_index" ON "class_assistants" USING btree (is_active,class_id,professor_id,id);--> statement-breakpoint
CREATE INDEX "class_assistants_created_at_index" ON "class_assistants" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "class_assistants_updated_at_index" ON "class_assistants" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "class_enrolments_class_id_student_id_unique" ON "class_enrolments" USING btree (class_id,student_id);--> statement-breakpoint
CREATE INDEX "class_enrolments_order_index" ON "class_enrolments" USING btree (class_id,student_id,id);--> statement-breakpoint
CREATE INDEX "class_enrolments_student_id_index" ON "class_enrolments" USING btree (student_id,class_id,id);--> statement-breakpoint
CREATE INDEX "class_enrolments_status_index" ON "class_enrolments" USING btree (status,class_id,student_id,id);--> statement-breakpoint
CREATE INDEX "class_enrolments_source_index" ON "class_enrolments" USING btree (source,class_id,student_id,id);--> statement-breakpoint
CREATE INDEX "class_enrolments_created_at_index" ON "class_enrolments" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "class_enrolments_updated_at_index" ON "class_enrolments" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "data_changes_order_index" ON "data_changes" USING btree (requested_at,id);--> statement-breakpoint
CREATE INDEX "data_changes_student_id_index" ON "data_changes" USING btree (student_id,requested_at,id);--> statement-breakpoint
CREATE INDEX "data_changes_subject_index" ON "data_changes" USING btree (subject,requested_at,id);--> statement-breakpoint
CREATE INDEX "data_changes_status_index" ON "data_changes" USING btree (status,requested_at,id);--> statement-breakpoint
CREATE INDEX "data_changes_wanted_index" ON "data_changes" USING btree (wanted_key,id);--> statement-breakpoint
CREATE INDEX "data_changes_created_at_index" ON "data_changes" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "data_changes_updated_at_index" ON "data_changes" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "exam_resits_open_unique" ON "exam_resits" USING btree (student_id,course_id,kind) WHERE status in ('requested', 'approved');--> statement-breakpoint
CREATE INDEX "exam_resits_order_index" ON "exam_resits" USING btree (requested_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_student_id_index" ON "exam_resits" USING btree (student_id,requested_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_course_id_index" ON "exam_resits" USING btree (course_id,requested_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_academic_year_id_index" ON "exam_resits" USING btree (academic_year_id,requested_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_kind_index" ON "exam_resits" USING btree (kind,requested_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_exam_id_index" ON "exam_resits" USING btree (exam_id,requested_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_status_index" ON "exam_resits" USING btree (status,requested_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_created_at_index" ON "exam_resits" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_updated_at_index" ON "exam_resits" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "exam_resits_charge_id_index" ON "exam_resits" USING btree (charge_id);--> statement-breakpoint
CREATE UNIQUE INDEX "exams_class_id_session_starts_at_unique" ON "exams" USING btree (class_id,session,starts_at);--> statement-breakpoint
CREATE INDEX "exams_order_index" ON "exams" USING btree (starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_class_id_index" ON "exams" USING btree (class_id,starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_course_id_index" ON "exams" USING btree (course_id,starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_academic_year_id_index" ON "exams" USING btree (academic_year_id,starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_session_index" ON "exams" USING btree (session,starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_type_index" ON "exams" USING btree (type,starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_room_index" ON "exams" USING btree (room_key,id);--> statement-breakpoint
CREATE INDEX "exams_professor_id_index" ON "exams" USING btree (professor_id,starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_state_index" ON "exams" USING btree (state,starts_at,id);--> statement-breakpoint
CREATE INDEX "exams_created_at_index" ON "exams" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "exams_updated_at_index" ON "exams" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "exams_second_professor_id_index" ON "exams" USING btree (second_professor_id);--> statement-breakpoint
CREATE INDEX "exams_room_trigrams" ON "exams" USING gin ((translate(room_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "finances_receipt_number_unique" ON "finances" USING btree (receipt_number_key);--> statement-breakpoint
CREATE UNIQUE INDEX "finances_reversal_of_id_unique" ON "finances" USING btree (reversal_of_id);--> statement-breakpoint
CREATE INDEX "finances_order_index" ON "finances" USING btree (booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_student_id_index" ON "finances" USING btree (student_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_direction_index" ON "finances" USING btree (direction,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_kind_index" ON "finances" USING btree (kind,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_description_index" ON "finances" USING btree (description_key,id);--> statement-breakpoint
CREATE INDEX "finances_amount_index" ON "finances" USING btree (amount,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_due_on_index" ON "finances" USING btree (due_on,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_receipt_number_index" ON "finances" USING btree (receipt_number_key,id);--> statement-breakpoint
CREATE INDEX "finances_academic_year_id_index" ON "finances" USING btree (academic_year_id,booked_on,id);--> statement-breakpoint
CREATE INDEX "finances_created_at_index" ON "finances" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "finances_updated_at_index" ON "finances" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "finances_registration_id_index" ON "finances" USING btree (registration_id);--> statement-breakpoint
CREATE INDEX "finances_description_trigrams" ON "finances" USING gin ((translate(description_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "finances_receipt_number_trigrams" ON "finances" USING gin ((translate(receipt_number_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "finances_search_trigrams" ON "finances" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "grades_student_id_exam_id_unique" ON "grades" USING btree (student_id,exam_id);--> statement-breakpoint
CREATE INDEX "grades_order_index" ON "grades" USING btree (published_at,id);--> statement-breakpoint
CREATE INDEX "grades_student_id_index" ON "grades" USING btree (student_id,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_course_id_index" ON "grades" USING btree (course_id,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_exam_id_index" ON "grades" USING btree (exam_id,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_academic_year_id_index" ON "grades" USING btree (academic_year_id,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_kind_index" ON "grades" USING btree (kind,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_result_index" ON "grades" USING btree (result,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_value_index" ON "grades" USING btree (value,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_state_index" ON "grades" USING btree (state,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_professor_id_index" ON "grades" USING btree (professor_id,published_at,id);--> statement-breakpoint
CREATE INDEX "grades_attempt_index" ON "grades" USING btree (attempt,id);--> statement-breakpoint
CREATE INDEX "grades_created_at_index" ON "grades" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "grades_updated_at_index" ON "grades" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "license_exams_student_id_year_session_unique" ON "license_exams" USING btree (student_id,year,session);--> statement-breakpoint
CREATE INDEX "license_exams_order_index" ON "license_exams" USING btree (year,session,id);--> statement-breakpoint
CREATE INDEX "license_exams_student_id_index" ON "license_exams" USING btree (student_id,year,session,id);--> statement-breakpoint
CREATE INDEX "license_exams_session_index" ON "license_exams" USING btree (session,year,id);--> statement-breakpoint
CREATE INDEX "license_exams_thesis_title_index" ON "license_exams" USING btree (thesis_title_key,id);--> statement-breakpoint
CREATE INDEX "license_exams_supervisor_id_index" ON "license_exams" USING btree (supervisor_id,year,session,id);--> statement-breakpoint
CREATE INDEX "license_exams_chair_id_index" ON "license_exams" USING btree (chair_id,year,session,id);--> statement-breakpoint
CREATE INDEX "license_exams_scheduled_at_index" ON "license_exams" USING btree (scheduled_at,year,session,id);--> statement-breakpoint
CREATE INDEX "license_exams_status_index" ON "license_exams" USING btree (status,year,session,id);--> statement-breakpoint
CREATE INDEX "license_exams_average_index" ON "license_exams" USING btree (average,id);--> statement-breakpoint
CREATE INDEX "license_exams_created_at_index" ON "license_exams" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "license_exams_updated_at_index" ON "license_exams" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "license_exams_member_id_index" ON "license_exams" USING btree (member_id);--> statement-breakpoint
CREATE INDEX "license_exams_second_member_id_index" ON "license_exams" USING btree (second_member_id);--> statement-breakpoint
CREATE INDEX "license_exams_thesis_title_trigrams" ON "license_exams" USING gin ((translate(thesis_title_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "license_exams_search_trigrams" ON "license_exams" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "calendar_token_hash_index" ON "calendar_token" USING btree ("hash");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_messages_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_in_reply_to_id_messages_id_fk" FOREIGN KEY ("in_reply_to_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "university_classes" ADD CONSTRAINT "university_classes_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_recipient_name_index" ON "messages" USING btree (recipient_name_key,id);--> statement-breakpoint
CREATE INDEX "messages_thread_id_index" ON "messages" USING btree (thread_id,sent_at,id);--> statement-breakpoint
CREATE INDEX "messages_in_reply_to_id_index" ON "messages" USING btree (in_reply_to_id);--> statement-breakpoint
CREATE INDEX "messages_recipient_name_trigrams" ON "messages" USING gin ((translate(recipient_name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "university_classes_course_id_academic_year_id_group_name_unique" ON "university_classes" USING btree (course_id,academic_year_id,group_name_key);--> statement-breakpoint
CREATE INDEX "university_classes_academic_year_id_index" ON "university_classes" USING btree (academic_year_id,name_key,id);--> statement-breakpoint
CREATE INDEX "messages_recipient_id_index" ON "messages" USING btree (recipient_id);--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "academic_year";--> statement-breakpoint
ALTER TABLE "university_classes" DROP COLUMN "academic_year_key";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_name_check" CHECK (char_length(recipient_name) between 1 and 120);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_audience_check" CHECK (char_length(audience) between 1 and 160);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_count_check" CHECK (recipient_count between 1 and 50000);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sending_id_check" CHECK (char_length(sending_id) between 1 and 36);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('passwordChanged', 'newDevice', 'roleChanged', 'studentStatus', 'message', 'registrationAnswered', 'registrationAssigned', 'gradePublished', 'gradeCorrected', 'gradesDue', 'gradesUnlocked', 'examPublished', 'examChanged', 'examCancelled', 'resitRequested', 'resitDecided', 'degreeExam', 'chargeBooked', 'paymentBooked', 'entryReversed', 'dataChangeRequested', 'dataChangeDecided'));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_pass_mark_check" CHECK (pass_mark between 1 and 10);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_credits_for_year2_check" CHECK (credits_for_year2 between 0 and 600);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_credits_for_year3_check" CHECK (credits_for_year3 between 0 and 600);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_credits_for_year4_check" CHECK (credits_for_year4 between 0 and 600);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_exam_notice_days_check" CHECK (exam_notice_days between 0 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_grade_due_hours_check" CHECK (grade_due_hours between 1 and 720);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_grade_lock_hours_check" CHECK (grade_lock_hours between 1 and 720);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_resit_notice_days_check" CHECK (resit_notice_days between 0 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_improvements_per_semester_check" CHECK (improvements_per_semester between 0 and 20);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_free_sittings_check" CHECK (free_sittings between 1 and 20);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_resit_fee_check" CHECK (resit_fee between 0 and 100000);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_degree_part_mark_check" CHECK (degree_part_mark between 1 and 10);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_degree_average_check" CHECK (degree_average between 1 and 10);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_degree_credits_check" CHECK (degree_credits between 0 and 30);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_tuition_instalments_check" CHECK (tuition_instalments between 1 and 12);--> statement-breakpoint
ALTER TABLE "specializations" ADD CONSTRAINT "specializations_tuition_fee_check" CHECK (tuition_fee between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_mail_copies_check" CHECK (mail_copies <@ array['messages', 'grades', 'exams', 'finances', 'requests']::text[]);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_silenced_check" CHECK (silenced <@ array['messages', 'grades', 'exams', 'finances', 'requests']::text[]);