CREATE TABLE "grade_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"grade_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"professor_id" uuid,
	"result" text NOT NULL,
	"value" integer,
	"explanation" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"contested_at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"new_result" text,
	"new_value" integer,
	"answer" text,
	"answered_at" timestamp(3) with time zone,
	CONSTRAINT "grade_appeals_result_check" CHECK (result in ('graded', 'absent', 'notEligible')),
	CONSTRAINT "grade_appeals_value_check" CHECK (value between 1 and 10),
	CONSTRAINT "grade_appeals_explanation_check" CHECK (char_length(explanation) between 1 and 2000),
	CONSTRAINT "grade_appeals_status_check" CHECK (status in ('open', 'changed', 'upheld', 'withdrawn')),
	CONSTRAINT "grade_appeals_new_result_check" CHECK (new_result in ('graded', 'absent', 'notEligible')),
	CONSTRAINT "grade_appeals_new_value_check" CHECK (new_value between 1 and 10),
	CONSTRAINT "grade_appeals_answer_check" CHECK (char_length(answer) between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "grade_contest_hours" integer DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "grade_answer_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_grade_id_grades_id_fk" FOREIGN KEY ("grade_id") REFERENCES "public"."grades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grade_appeals_grade_id_unique" ON "grade_appeals" USING btree (grade_id);--> statement-breakpoint
CREATE INDEX "grade_appeals_order_index" ON "grade_appeals" USING btree (contested_at,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_student_id_index" ON "grade_appeals" USING btree (student_id,contested_at,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_course_id_index" ON "grade_appeals" USING btree (course_id,contested_at,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_professor_id_index" ON "grade_appeals" USING btree (professor_id,contested_at,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_due_at_index" ON "grade_appeals" USING btree (due_at,contested_at,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_status_index" ON "grade_appeals" USING btree (status,contested_at,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_result_index" ON "grade_appeals" USING btree (result,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_value_index" ON "grade_appeals" USING btree (value,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_created_at_index" ON "grade_appeals" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "grade_appeals_updated_at_index" ON "grade_appeals" USING btree (updated_at,id);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('passwordChanged', 'newDevice', 'roleChanged', 'studentStatus', 'message', 'registrationAnswered', 'registrationAssigned', 'gradePublished', 'gradeCorrected', 'gradesDue', 'gradesUnlocked', 'gradeContested', 'appealAnswered', 'examPublished', 'examChanged', 'examCancelled', 'resitRequested', 'resitDecided', 'degreeExam', 'chargeBooked', 'paymentBooked', 'entryReversed', 'dataChangeRequested', 'dataChangeDecided'));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_grade_contest_hours_check" CHECK (grade_contest_hours between 1 and 720);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_grade_answer_hours_check" CHECK (grade_answer_hours between 1 and 720);