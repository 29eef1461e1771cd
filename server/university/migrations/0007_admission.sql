CREATE TABLE "admission_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"academic_year" text NOT NULL,
	"academic_year_key" text COLLATE "C" NOT NULL,
	"opens_at" timestamp(3) with time zone,
	"closes_at" timestamp(3) with time zone,
	"appeal_until" date,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "admission_sessions_name_check" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "admission_sessions_academic_year_check" CHECK (char_length(academic_year) between 1 and 9),
	CONSTRAINT "admission_sessions_appeal_until_check" CHECK (appeal_until between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "access_code" (
	"registration_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"user_role" text,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_id" uuid
);
--> statement-breakpoint
CREATE TABLE "applicant_session" (
	"hash" text PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "erasure" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"is_whole" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registration_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"type" text NOT NULL,
	"from_status" text,
	"to_status" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"visible_from" timestamp(3) with time zone,
	"note" text,
	"payload" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repeated_call" (
	"scope" text NOT NULL,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "repeated_call_scope_key_hash_pk" PRIMARY KEY("scope","key_hash")
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_foreign_id_number_check";--> statement-breakpoint
ALTER TABLE "courses" ALTER COLUMN "type" SET DEFAULT 'compulsory';--> statement-breakpoint
ALTER TABLE "courses" ALTER COLUMN "assessment" SET DEFAULT 'exam';--> statement-breakpoint
ALTER TABLE "courses" ALTER COLUMN "is_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "departments" ALTER COLUMN "is_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "professors" ALTER COLUMN "academic_title" SET DEFAULT 'lecturer';--> statement-breakpoint
ALTER TABLE "professors" ALTER COLUMN "is_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "registrations" ALTER COLUMN "identity_type" SET DEFAULT 'cnp';--> statement-breakpoint
ALTER TABLE "registrations" ALTER COLUMN "citizenship" SET DEFAULT 'RO';--> statement-breakpoint
ALTER TABLE "registrations" ALTER COLUMN "country" SET DEFAULT 'RO';--> statement-breakpoint
ALTER TABLE "registrations" ALTER COLUMN "language" SET DEFAULT 'ro';--> statement-breakpoint
ALTER TABLE "registrations" ALTER COLUMN "status" SET DEFAULT 'submitted';--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "registration_open" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "stop_application_requests" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "disable_updates" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "allow_exam_resit" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "max_students_per_course" SET DEFAULT 30;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "notification_enabled" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "university_name" SET DEFAULT 'Universitatea Matricola';--> statement-breakpoint
ALTER TABLE "specializations" ALTER COLUMN "cycle" SET DEFAULT 'bachelor';--> statement-breakpoint
ALTER TABLE "specializations" ALTER COLUMN "language" SET DEFAULT 'ro';--> statement-breakpoint
ALTER TABLE "specializations" ALTER COLUMN "credits_per_year" SET DEFAULT 60;--> statement-breakpoint
ALTER TABLE "specializations" ALTER COLUMN "is_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "students" ALTER COLUMN "study_year" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "students" ALTER COLUMN "funding_type" SET DEFAULT 'budget';--> statement-breakpoint
ALTER TABLE "students" ALTER COLUMN "status" SET DEFAULT 'active';--> statement-breakpoint
ALTER TABLE "university_classes" ALTER COLUMN "capacity" SET DEFAULT 30;--> statement-breakpoint
ALTER TABLE "university_classes" ALTER COLUMN "status" SET DEFAULT 'planned';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "is_active" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "admission_session_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "foreign_id_number_bidx" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "serial_number" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "serial_number_bidx" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "funding_preference" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "baccalaureate_average" numeric(4, 2);--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "baccalaureate_year" integer;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "file_cv_url" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "file_diploma_url" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "file_id_card_url" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "assigned_to_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "assigned_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "issue" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "issue_explanation" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "suggestion" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "requested_changes" jsonb;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "update_due_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "reminded_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "overdue_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "document_marks" jsonb;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "reason_code" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "decided_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "decided_on" date;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "told_status" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "tell_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "identity_waived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "confirm_by" date;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "enrolled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "notice_ack_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "notice_version" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "erased_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "admission_session_id" uuid;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "updates_disabled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "update_request_days" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "decision_hold_minutes" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "decision_release" text DEFAULT 'automatic' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "public_status" text DEFAULT 'minimal' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "retention_months" integer DEFAULT 6 NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "replaced_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "has_active_content" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "admission_sessions_name_unique" ON "admission_sessions" USING btree (name_key);--> statement-breakpoint
CREATE INDEX "admission_sessions_order_index" ON "admission_sessions" USING btree (academic_year_key,name_key,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_name_index" ON "admission_sessions" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_academic_year_index" ON "admission_sessions" USING btree (academic_year_key,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_opens_at_index" ON "admission_sessions" USING btree (opens_at,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_closes_at_index" ON "admission_sessions" USING btree (closes_at,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_appeal_until_index" ON "admission_sessions" USING btree (appeal_until,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_created_at_index" ON "admission_sessions" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_updated_at_index" ON "admission_sessions" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "admission_sessions_name_trigrams" ON "admission_sessions" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "admission_sessions_academic_year_trigrams" ON "admission_sessions" USING gin ((translate(academic_year_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "admission_sessions_search_trigrams" ON "admission_sessions" USING gin ((search_text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "access_log_record_index" ON "access_log" USING btree ("resource","record_id","at");--> statement-breakpoint
CREATE INDEX "access_log_user_index" ON "access_log" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "access_log_at_index" ON "access_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "applicant_session_registration_index" ON "applicant_session" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "applicant_session_expires_index" ON "applicant_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "registration_event_index" ON "registration_event" USING btree ("registration_id","at","id");--> statement-breakpoint
CREATE INDEX "registration_event_visible_index" ON "registration_event" USING btree ("visible_from");--> statement-breakpoint
CREATE INDEX "repeated_call_fingerprint_index" ON "repeated_call" USING btree ("scope","fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "repeated_call_created_index" ON "repeated_call" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_cv_url_file_id_fk" FOREIGN KEY ("file_cv_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_diploma_url_file_id_fk" FOREIGN KEY ("file_diploma_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_id_card_url_file_id_fk" FOREIGN KEY ("file_id_card_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_assigned_to_id_users_id_fk" FOREIGN KEY ("assigned_to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_active_application_unique" ON "registrations" USING btree (cnp_bidx,specialization_id,admission_session_id) WHERE status <> 'declined' and not is_duplicate;--> statement-breakpoint
CREATE INDEX "registrations_admission_session_id_index" ON "registrations" USING btree (admission_session_id,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_assigned_to_id_index" ON "registrations" USING btree (assigned_to_id,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_decided_at_index" ON "registrations" USING btree (decided_at,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_decided_on_index" ON "registrations" USING btree (decided_on,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_enrolled_at_index" ON "registrations" USING btree (enrolled_at,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_is_duplicate_index" ON "registrations" USING btree (is_duplicate,submitted_at,id);--> statement-breakpoint
CREATE INDEX "registrations_file_cv_url_index" ON "registrations" USING btree (file_cv_url);--> statement-breakpoint
CREATE INDEX "registrations_file_diploma_url_index" ON "registrations" USING btree (file_diploma_url);--> statement-breakpoint
CREATE INDEX "registrations_file_id_card_url_index" ON "registrations" USING btree (file_id_card_url);--> statement-breakpoint
CREATE INDEX "registrations_student_id_index" ON "registrations" USING btree (student_id);--> statement-breakpoint
CREATE INDEX "registrations_reference_code_trigrams" ON "registrations" USING gin ((translate(reference_code_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "students_registration_id_unique" ON "students" USING btree (registration_id);--> statement-breakpoint
CREATE INDEX "users_image_path_index" ON "users" USING btree (image_path);--> statement-breakpoint
CREATE INDEX "outbox_mail_registration_index" ON "outbox_mail" USING btree ("registration_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('passwordChanged', 'newDevice', 'roleChanged', 'studentStatus', 'message', 'registrationAnswered', 'registrationAssigned'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_funding_preference_check" CHECK (funding_preference in ('budget_then_fee', 'budget', 'fee'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_baccalaureate_average_check" CHECK (baccalaureate_average between 5 and 10);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_baccalaureate_year_check" CHECK (baccalaureate_year between 1950 and 2100);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_issue_check" CHECK (char_length(issue) between 1 and 120);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_issue_explanation_check" CHECK (char_length(issue_explanation) between 1 and 2000);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_suggestion_check" CHECK (char_length(suggestion) between 1 and 2000);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_reason_code_check" CHECK (reason_code in ('incomplete_documents', 'invalid_identity', 'not_eligible', 'no_places', 'ranked_below_cutoff', 'duplicate', 'false_data', 'withdrawn', 'place_not_confirmed', 'update_expired', 'other'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_decided_on_check" CHECK (decided_on between '1900-01-01' and '2999-12-31');--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_told_status_check" CHECK (told_status in ('submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_confirm_by_check" CHECK (confirm_by between '1900-01-01' and '2999-12-31');--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_notice_version_check" CHECK (char_length(notice_version) between 1 and 20);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_update_request_days_check" CHECK (update_request_days between 1 and 30);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_decision_hold_minutes_check" CHECK (decision_hold_minutes between 0 and 60);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_decision_release_check" CHECK (decision_release in ('automatic', 'manual'));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_public_status_check" CHECK (public_status in ('minimal', 'code', 'off'));--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_retention_months_check" CHECK (retention_months between 1 and 120);