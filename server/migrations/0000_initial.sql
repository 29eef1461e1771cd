-- Trigram indexes serve search and "contains". Both engines bring the extension; on PostgreSQL it is a trusted one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "calendar_token" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"must_change" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"password_version" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"previous" integer NOT NULL,
	"blocked_until" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_code" (
	"registration_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admission_input" (
	"session_id" uuid NOT NULL,
	"stamp" uuid NOT NULL,
	CONSTRAINT "admission_input_session_id_stamp_pk" PRIMARY KEY("session_id","stamp")
);
--> statement-breakpoint
CREATE TABLE "admission_result" (
	"draft_id" uuid NOT NULL,
	"registration_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"specialization_id" uuid,
	"kind" text,
	"choice" integer,
	"missing" jsonb NOT NULL,
	"told_at" timestamp(3) with time zone,
	"seats" integer[] DEFAULT '{}' NOT NULL,
	"averages" integer[] DEFAULT '{}' NOT NULL,
	"first_ties" integer[] DEFAULT '{}' NOT NULL,
	"second_ties" integer[] DEFAULT '{}' NOT NULL,
	"positions" integer[] DEFAULT '{}' NOT NULL,
	"waits" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "admission_result_draft_id_registration_id_pk" PRIMARY KEY("draft_id","registration_id")
);
--> statement-breakpoint
CREATE TABLE "admission_run" (
	"draft_id" uuid PRIMARY KEY NOT NULL,
	"lease_token" uuid NOT NULL,
	"lease_until" timestamp(3) with time zone NOT NULL,
	"done" integer NOT NULL,
	"stamp" uuid,
	"effect" jsonb
);
--> statement-breakpoint
CREATE TABLE "admission_seat" (
	"draft_id" uuid NOT NULL,
	"specialization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"places" integer NOT NULL,
	"taken" integer NOT NULL,
	"asked" integer NOT NULL,
	"waiting" integer NOT NULL,
	"last_average" integer,
	"number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "admission_seat_draft_id_specialization_id_kind_pk" PRIMARY KEY("draft_id","specialization_id","kind")
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
CREATE TABLE "application_draft" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"key_hash" text NOT NULL,
	"sealed" text,
	"version" integer NOT NULL,
	"saved_at" timestamp(3) with time zone NOT NULL,
	"admission_session_id" uuid,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "application_draft_file" (
	"draft_id" uuid NOT NULL,
	"name" text NOT NULL,
	"file_id" uuid NOT NULL,
	"address" text,
	CONSTRAINT "application_draft_file_draft_id_name_pk" PRIMARY KEY("draft_id","name")
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
CREATE TABLE "sent_key" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"original_sha256" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"owner_id" uuid,
	"resource" text,
	"record_id" uuid,
	"field" text,
	"claimed_at" timestamp(3) with time zone,
	"replaced_at" timestamp(3) with time zone,
	"has_active_content" boolean DEFAULT false NOT NULL,
	"fault" text,
	"state" text DEFAULT 'ready' NOT NULL,
	"has_raw" boolean DEFAULT false NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp(3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "file_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "access_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"user_role" text,
	"resource" text NOT NULL,
	"record_id" uuid,
	"kind" text NOT NULL,
	"file_id" uuid,
	"record_ids" uuid[]
);
--> statement-breakpoint
CREATE TABLE "change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"actor_role" text,
	"at" timestamp(3) with time zone NOT NULL,
	"reason" text,
	"before" jsonb,
	"after" jsonb,
	"job_id" uuid
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"ip_truncated" text DEFAULT '' NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_mapping" (
	"actor_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"shape" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "import_mapping_actor_id_resource_shape_pk" PRIMARY KEY("actor_id","resource","shape")
);
--> statement-breakpoint
CREATE TABLE "import_synonym" (
	"resource" text NOT NULL,
	"field" text NOT NULL,
	"word" text NOT NULL,
	"meaning" text NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "import_synonym_resource_field_word_pk" PRIMARY KEY("resource","field","word")
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"resource" text NOT NULL,
	"state" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"actor_role" text NOT NULL,
	"language" text NOT NULL,
	"input" jsonb NOT NULL,
	"starts_by_itself" boolean DEFAULT false NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"undoes" uuid,
	"error" text,
	"lease_token" uuid,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_item" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"record_id" uuid,
	"base_version" integer,
	"outcome" text DEFAULT 'pending' NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"input" text,
	"changes" jsonb,
	"issues" jsonb,
	"made_version" integer,
	CONSTRAINT "job_item_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"resource" text NOT NULL,
	"record_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "presence_resource_record_id_user_id_pk" PRIMARY KEY("resource","record_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "selection" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "selection_row" (
	"selection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "selection_row_selection_id_position_pk" PRIMARY KEY("selection_id","position")
);
--> statement-breakpoint
CREATE TABLE "outbox_mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"address" text,
	"language" text NOT NULL,
	"params" jsonb NOT NULL,
	"once_key" text,
	"subject" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"run_at" timestamp(3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp(3) with time zone,
	"last_error" text,
	"sent_at" timestamp(3) with time zone,
	"record_id" uuid,
	CONSTRAINT "outbox_mail_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"refresh_hash" text,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"parent_hash" text,
	"issued_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"successor_hash" text,
	"revoked_at" timestamp(3) with time zone,
	"access_used" boolean DEFAULT false NOT NULL
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
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"absolute_expires_at" timestamp(3) with time zone NOT NULL,
	"reauthenticated_at" timestamp(3) with time zone NOT NULL,
	"user_agent_label" text DEFAULT '' NOT NULL,
	"ip_truncated" text DEFAULT '' NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_reason" text,
	"lost_answers" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"username" text NOT NULL,
	"username_key" text COLLATE "C" NOT NULL,
	"email" text NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"role" text NOT NULL,
	"phone" text,
	"description" text,
	"image_path" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp(3) with time zone,
	"invited_at" timestamp(3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"mail_copies" text[],
	"silenced" text[],
	"language" text,
	CONSTRAINT "users_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "users_username_check" CHECK (char_length(username) between 1 and 60),
	CONSTRAINT "users_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "users_role_check" CHECK (role in ('admin', 'secretary', 'professor', 'student')),
	CONSTRAINT "users_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "users_description_check" CHECK (char_length(description) between 1 and 500),
	CONSTRAINT "users_language_check" CHECK (char_length(language) between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "professors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_name" text NOT NULL,
	"last_name_key" text COLLATE "C" NOT NULL,
	"first_name" text NOT NULL,
	"first_name_key" text COLLATE "C" NOT NULL,
	"academic_title" text DEFAULT 'lecturer' NOT NULL,
	"department_profile_id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"phone" text,
	"office" text,
	"specialities" text,
	"hired_at" date,
	"user_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "professors_last_name_check" CHECK (char_length(last_name) between 1 and 80),
	CONSTRAINT "professors_first_name_check" CHECK (char_length(first_name) between 1 and 80),
	CONSTRAINT "professors_academic_title_check" CHECK (academic_title in ('assistant', 'lecturer', 'associate', 'full')),
	CONSTRAINT "professors_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "professors_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "professors_office_check" CHECK (char_length(office) between 1 and 60),
	CONSTRAINT "professors_specialities_check" CHECK (char_length(specialities) between 1 and 1000),
	CONSTRAINT "professors_hired_at_check" CHECK (hired_at between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"description" text,
	"head_of_department_id" uuid,
	"email" text,
	"phone" text,
	"office" text,
	"office_hours" text,
	"budget" numeric(11, 2),
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"name_translations" jsonb,
	"description_translations" jsonb,
	CONSTRAINT "departments_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "departments_description_check" CHECK (char_length(description) between 1 and 2000),
	CONSTRAINT "departments_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "departments_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "departments_office_check" CHECK (char_length(office) between 1 and 60),
	CONSTRAINT "departments_office_hours_check" CHECK (char_length(office_hours) between 1 and 120),
	CONSTRAINT "departments_budget_check" CHECK (budget between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "specializations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"description" text,
	"department_profile_id" uuid NOT NULL,
	"cycle" text DEFAULT 'bachelor' NOT NULL,
	"language" text DEFAULT 'ro' NOT NULL,
	"years_of_study" integer NOT NULL,
	"credits_per_year" integer DEFAULT 60 NOT NULL,
	"total_credits" integer NOT NULL,
	"credits_note" text,
	"places_budget" integer,
	"places_fee" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"tuition_fee" numeric(9, 2),
	"name_translations" jsonb,
	"description_translations" jsonb,
	"credits_note_translations" jsonb,
	CONSTRAINT "specializations_name_check" CHECK (char_length(name) between 1 and 160),
	CONSTRAINT "specializations_code_check" CHECK (char_length(code) between 1 and 12),
	CONSTRAINT "specializations_description_check" CHECK (char_length(description) between 1 and 2000),
	CONSTRAINT "specializations_cycle_check" CHECK (cycle in ('bachelor', 'master')),
	CONSTRAINT "specializations_language_check" CHECK (language in ('ro', 'en', 'fr', 'de', 'hu')),
	CONSTRAINT "specializations_years_of_study_check" CHECK (years_of_study between 1 and 6),
	CONSTRAINT "specializations_credits_per_year_check" CHECK (credits_per_year between 1 and 90),
	CONSTRAINT "specializations_total_credits_check" CHECK (total_credits between 1 and 540),
	CONSTRAINT "specializations_credits_note_check" CHECK (char_length(credits_note) between 1 and 200),
	CONSTRAINT "specializations_places_budget_check" CHECK (places_budget between 0 and 10000),
	CONSTRAINT "specializations_places_fee_check" CHECK (places_fee between 0 and 10000),
	CONSTRAINT "specializations_tuition_fee_check" CHECK (tuition_fee between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"description" text,
	"specialization_id" uuid NOT NULL,
	"module" text,
	"module_key" text COLLATE "C",
	"year" integer NOT NULL,
	"semester" integer NOT NULL,
	"credits" integer NOT NULL,
	"type" text DEFAULT 'compulsory' NOT NULL,
	"assessment" text DEFAULT 'exam' NOT NULL,
	"hours" integer,
	"professor_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"name_translations" jsonb,
	"description_translations" jsonb,
	"module_translations" jsonb,
	CONSTRAINT "courses_name_check" CHECK (char_length(name) between 1 and 160),
	CONSTRAINT "courses_code_check" CHECK (char_length(code) between 1 and 16),
	CONSTRAINT "courses_description_check" CHECK (char_length(description) between 1 and 4000),
	CONSTRAINT "courses_module_check" CHECK (char_length(module) between 1 and 80),
	CONSTRAINT "courses_year_check" CHECK (year between 1 and 6),
	CONSTRAINT "courses_semester_check" CHECK (semester between 1 and 2),
	CONSTRAINT "courses_credits_check" CHECK (credits between 1 and 30),
	CONSTRAINT "courses_type_check" CHECK (type in ('compulsory', 'optional', 'facultative')),
	CONSTRAINT "courses_assessment_check" CHECK (assessment in ('exam', 'colloquium', 'project')),
	CONSTRAINT "courses_hours_check" CHECK (hours between 1 and 400)
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_name" text NOT NULL,
	"last_name_key" text COLLATE "C" NOT NULL,
	"first_name" text NOT NULL,
	"first_name_key" text COLLATE "C" NOT NULL,
	"matriculation_number" text NOT NULL,
	"matriculation_number_key" text COLLATE "C" NOT NULL,
	"cnp" text,
	"cnp_bidx" text,
	"birth_date" date,
	"sex" text,
	"specialization_id" uuid NOT NULL,
	"study_year" integer DEFAULT 1 NOT NULL,
	"group_name" text,
	"group_name_key" text COLLATE "C",
	"academic_year_of_entry" text NOT NULL,
	"funding_type" text DEFAULT 'budget' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"status_reason" text,
	"status_since" date,
	"email" text NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"personal_email" text,
	"phone" text,
	"address" text,
	"city" text,
	"emergency_contact" text,
	"enrolled_at" date,
	"user_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"registration_id" uuid,
	CONSTRAINT "students_last_name_check" CHECK (char_length(last_name) between 1 and 80),
	CONSTRAINT "students_first_name_check" CHECK (char_length(first_name) between 1 and 80),
	CONSTRAINT "students_matriculation_number_check" CHECK (char_length(matriculation_number) between 1 and 20),
	CONSTRAINT "students_birth_date_check" CHECK (birth_date between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "students_sex_check" CHECK (sex in ('F', 'M')),
	CONSTRAINT "students_study_year_check" CHECK (study_year between 1 and 6),
	CONSTRAINT "students_group_name_check" CHECK (char_length(group_name) between 1 and 20),
	CONSTRAINT "students_academic_year_of_entry_check" CHECK (char_length(academic_year_of_entry) between 1 and 9),
	CONSTRAINT "students_funding_type_check" CHECK (funding_type in ('budget', 'fee')),
	CONSTRAINT "students_status_check" CHECK (status in ('active', 'suspended', 'withdrawn', 'expelled', 'graduated')),
	CONSTRAINT "students_status_reason_check" CHECK (char_length(status_reason) between 1 and 300),
	CONSTRAINT "students_status_since_check" CHECK (status_since between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "students_email_check" CHECK (char_length(email) between 1 and 254),
	CONSTRAINT "students_personal_email_check" CHECK (char_length(personal_email) between 1 and 254),
	CONSTRAINT "students_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "students_address_check" CHECK (char_length(address) between 1 and 200),
	CONSTRAINT "students_city_check" CHECK (char_length(city) between 1 and 80),
	CONSTRAINT "students_emergency_contact_check" CHECK (char_length(emergency_contact) between 1 and 200),
	CONSTRAINT "students_enrolled_at_check" CHECK (enrolled_at between '1900-01-01' and '2999-12-31')
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
CREATE TABLE "university_classes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"course_id" uuid NOT NULL,
	"semester" integer NOT NULL,
	"group_name" text NOT NULL,
	"group_name_key" text COLLATE "C" NOT NULL,
	"lead_professor_id" uuid NOT NULL,
	"capacity" integer DEFAULT 30 NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"academic_year_id" uuid NOT NULL,
	CONSTRAINT "university_classes_name_check" CHECK (char_length(name) between 1 and 120),
	CONSTRAINT "university_classes_semester_check" CHECK (semester between 1 and 2),
	CONSTRAINT "university_classes_group_name_check" CHECK (char_length(group_name) between 1 and 20),
	CONSTRAINT "university_classes_capacity_check" CHECK (capacity between 1 and 1000),
	CONSTRAINT "university_classes_status_check" CHECK (status in ('planned', 'active', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "class_hours" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"class_id" uuid NOT NULL,
	"kind" text,
	"weekday" text,
	"starts_at" text,
	"ends_at" text,
	"weeks" text DEFAULT 'every' NOT NULL,
	"room" text,
	"room_key" text COLLATE "C",
	"is_active" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "class_hours_kind_check" CHECK (kind in ('lecture', 'seminar', 'laboratory')),
	CONSTRAINT "class_hours_weekday_check" CHECK (weekday in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday')),
	CONSTRAINT "class_hours_starts_at_check" CHECK (char_length(starts_at) between 1 and 5),
	CONSTRAINT "class_hours_ends_at_check" CHECK (char_length(ends_at) between 1 and 5),
	CONSTRAINT "class_hours_weeks_check" CHECK (weeks in ('every', 'odd', 'even')),
	CONSTRAINT "class_hours_room_check" CHECK (char_length(room) between 1 and 40)
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
	"status_reason" text,
	CONSTRAINT "license_exams_year_check" CHECK (year between 2000 and 2100),
	CONSTRAINT "license_exams_session_check" CHECK (session in ('february', 'june', 'july', 'september')),
	CONSTRAINT "license_exams_thesis_title_check" CHECK (char_length(thesis_title) between 1 and 240),
	CONSTRAINT "license_exams_thesis_due_on_check" CHECK (thesis_due_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "license_exams_room_check" CHECK (char_length(room) between 1 and 40),
	CONSTRAINT "license_exams_written_mark_check" CHECK (written_mark between 1 and 10),
	CONSTRAINT "license_exams_defence_mark_check" CHECK (defence_mark between 1 and 10),
	CONSTRAINT "license_exams_average_check" CHECK (average between 1 and 10),
	CONSTRAINT "license_exams_credits_check" CHECK (credits between 0 and 30),
	CONSTRAINT "license_exams_status_check" CHECK (status in ('registered', 'eligible', 'ineligible', 'passed', 'failed', 'absent')),
	CONSTRAINT "license_exams_status_reason_check" CHECK (char_length(status_reason) between 1 and 300)
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
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
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
	CONSTRAINT "certificates_language_check" CHECK (char_length(language) between 1 and 40),
	CONSTRAINT "certificates_purpose_check" CHECK (char_length(purpose) between 1 and 160),
	CONSTRAINT "certificates_code_check" CHECK (char_length(code) between 1 and 20),
	CONSTRAINT "certificates_status_check" CHECK (status in ('valid', 'revoked')),
	CONSTRAINT "certificates_revoke_reason_check" CHECK (char_length(revoke_reason) between 1 and 300)
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
	"degree" text,
	"is_beside" boolean DEFAULT false NOT NULL,
	CONSTRAINT "admission_sessions_name_check" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "admission_sessions_academic_year_check" CHECK (char_length(academic_year) between 1 and 9),
	CONSTRAINT "admission_sessions_degree_check" CHECK (degree in ('bachelor', 'master')),
	CONSTRAINT "admission_sessions_appeal_until_check" CHECK (appeal_until between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "admission_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"admission_session_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"results_on" date,
	"appeal_until" date,
	"confirm_by" date,
	CONSTRAINT "admission_rounds_name_check" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "admission_rounds_number_check" CHECK (number between 1 and 20),
	CONSTRAINT "admission_rounds_results_on_check" CHECK (results_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "admission_rounds_appeal_until_check" CHECK (appeal_until between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "admission_rounds_confirm_by_check" CHECK (confirm_by between '1900-01-01' and '2999-12-31')
);
--> statement-breakpoint
CREATE TABLE "place_kinds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"funding" text DEFAULT 'budget' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "place_kinds_name_check" CHECK (char_length(name) between 1 and 80),
	CONSTRAINT "place_kinds_funding_check" CHECK (funding in ('budget', 'fee'))
);
--> statement-breakpoint
CREATE TABLE "admission_programmes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"admission_session_id" uuid NOT NULL,
	"specialization_id" uuid NOT NULL,
	"places_budget" integer DEFAULT 0 NOT NULL,
	"places_fee" integer DEFAULT 0 NOT NULL,
	"formula" text NOT NULL,
	"formula_key" text COLLATE "C" NOT NULL,
	"first_tie" text,
	"second_tie" text,
	"ties" text DEFAULT 'together' NOT NULL,
	"confirmation_fee" numeric(8, 2),
	"asks" text[],
	"application_fee" numeric(8, 2),
	CONSTRAINT "admission_programmes_places_budget_check" CHECK (places_budget between 0 and 10000),
	CONSTRAINT "admission_programmes_places_fee_check" CHECK (places_fee between 0 and 10000),
	CONSTRAINT "admission_programmes_formula_check" CHECK (char_length(formula) between 1 and 1000),
	CONSTRAINT "admission_programmes_first_tie_check" CHECK (char_length(first_tie) between 1 and 1000),
	CONSTRAINT "admission_programmes_second_tie_check" CHECK (char_length(second_tie) between 1 and 1000),
	CONSTRAINT "admission_programmes_ties_check" CHECK (ties in ('together', 'lot')),
	CONSTRAINT "admission_programmes_application_fee_check" CHECK (application_fee between 0.01 and 100000),
	CONSTRAINT "admission_programmes_confirmation_fee_check" CHECK (confirmation_fee between 0.01 and 100000)
);
--> statement-breakpoint
CREATE TABLE "special_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"admission_programme_id" uuid NOT NULL,
	"place_kind_id" uuid NOT NULL,
	"places" integer NOT NULL,
	CONSTRAINT "special_places_places_check" CHECK (places between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"reference_code" text NOT NULL,
	"reference_code_key" text COLLATE "C" NOT NULL,
	"last_name" text NOT NULL,
	"last_name_key" text COLLATE "C" NOT NULL,
	"first_name" text NOT NULL,
	"first_name_key" text COLLATE "C" NOT NULL,
	"identity_type" text DEFAULT 'cnp' NOT NULL,
	"cnp" text,
	"cnp_bidx" text,
	"foreign_id_number" text,
	"birth_date" date NOT NULL,
	"sex" text NOT NULL,
	"citizenship" text DEFAULT 'RO' NOT NULL,
	"country" text DEFAULT 'RO' NOT NULL,
	"county" text,
	"city" text NOT NULL,
	"city_key" text COLLATE "C" NOT NULL,
	"address" text NOT NULL,
	"postal_code" text NOT NULL,
	"phone" text NOT NULL,
	"personal_email" text NOT NULL,
	"language" text DEFAULT 'ro' NOT NULL,
	"department_profile_id" uuid NOT NULL,
	"specialization_id" uuid NOT NULL,
	"status" text DEFAULT 'submitted' NOT NULL,
	"submitted_at" timestamp(3) with time zone NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"admission_session_id" uuid,
	"foreign_id_number_bidx" text,
	"serial_number" text,
	"serial_number_bidx" text,
	"funding_preference" text,
	"baccalaureate_average" numeric(4, 2),
	"baccalaureate_year" integer,
	"file_cv_url" uuid,
	"file_diploma_url" uuid,
	"file_id_card_url" uuid,
	"assigned_to_id" uuid,
	"assigned_at" timestamp(3) with time zone,
	"issue" text,
	"issue_explanation" text,
	"suggestion" text,
	"requested_changes" jsonb,
	"update_due_at" timestamp(3) with time zone,
	"reminded_at" timestamp(3) with time zone,
	"overdue_at" timestamp(3) with time zone,
	"document_marks" jsonb,
	"reason_code" text,
	"decided_at" timestamp(3) with time zone,
	"decided_on" date,
	"notified_status" text,
	"notify_at" timestamp(3) with time zone,
	"is_duplicate" boolean DEFAULT false NOT NULL,
	"identity_waived" boolean DEFAULT false NOT NULL,
	"confirm_by" date,
	"confirmed_at" timestamp(3) with time zone,
	"enrolled_at" timestamp(3) with time zone,
	"student_id" uuid,
	"notice_ack_at" timestamp(3) with time zone,
	"notice_version" text,
	"erased_at" timestamp(3) with time zone,
	"is_automated" boolean DEFAULT false NOT NULL,
	"romanian_grade" numeric(4, 2),
	"profile_grade" numeric(4, 2),
	"degree_average" numeric(4, 2),
	"exam_grade" numeric(4, 2),
	"place_kind_id" uuid,
	"grades_checked_at" timestamp(3) with time zone,
	"grades_checked_by_id" uuid,
	"won_specialization_id" uuid,
	"won_funding" text,
	"won_place_kind_id" uuid,
	"motivation" text,
	"file_medical_url" uuid,
	"file_portfolio_url" uuid,
	CONSTRAINT "registrations_reference_code_check" CHECK (char_length(reference_code) between 1 and 10),
	CONSTRAINT "registrations_last_name_check" CHECK (char_length(last_name) between 1 and 80),
	CONSTRAINT "registrations_first_name_check" CHECK (char_length(first_name) between 1 and 80),
	CONSTRAINT "registrations_identity_type_check" CHECK (identity_type in ('cnp', 'passport', 'eu_id')),
	CONSTRAINT "registrations_birth_date_check" CHECK (birth_date between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "registrations_sex_check" CHECK (sex in ('F', 'M')),
	CONSTRAINT "registrations_citizenship_check" CHECK (char_length(citizenship) between 1 and 2),
	CONSTRAINT "registrations_country_check" CHECK (char_length(country) between 1 and 2),
	CONSTRAINT "registrations_county_check" CHECK (char_length(county) between 1 and 2),
	CONSTRAINT "registrations_city_check" CHECK (char_length(city) between 1 and 80),
	CONSTRAINT "registrations_address_check" CHECK (char_length(address) between 1 and 200),
	CONSTRAINT "registrations_postal_code_check" CHECK (char_length(postal_code) between 1 and 12),
	CONSTRAINT "registrations_phone_check" CHECK (char_length(phone) between 1 and 16),
	CONSTRAINT "registrations_personal_email_check" CHECK (char_length(personal_email) between 1 and 254),
	CONSTRAINT "registrations_language_check" CHECK (char_length(language) between 1 and 40),
	CONSTRAINT "registrations_funding_preference_check" CHECK (funding_preference in ('budget_then_fee', 'budget', 'fee')),
	CONSTRAINT "registrations_baccalaureate_average_check" CHECK (baccalaureate_average between 5 and 10),
	CONSTRAINT "registrations_baccalaureate_year_check" CHECK (baccalaureate_year between 1950 and 2100),
	CONSTRAINT "registrations_romanian_grade_check" CHECK (romanian_grade between 1 and 10),
	CONSTRAINT "registrations_profile_grade_check" CHECK (profile_grade between 1 and 10),
	CONSTRAINT "registrations_degree_average_check" CHECK (degree_average between 1 and 10),
	CONSTRAINT "registrations_exam_grade_check" CHECK (exam_grade between 1 and 10),
	CONSTRAINT "registrations_motivation_check" CHECK (char_length(motivation) between 1 and 2000),
	CONSTRAINT "registrations_status_check" CHECK (status in ('submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'declined')),
	CONSTRAINT "registrations_issue_check" CHECK (char_length(issue) between 1 and 120),
	CONSTRAINT "registrations_issue_explanation_check" CHECK (char_length(issue_explanation) between 1 and 2000),
	CONSTRAINT "registrations_suggestion_check" CHECK (char_length(suggestion) between 1 and 2000),
	CONSTRAINT "registrations_reason_code_check" CHECK (reason_code in ('incomplete_documents', 'invalid_identity', 'not_eligible', 'no_places', 'ranked_below_cutoff', 'duplicate', 'false_data', 'withdrawn', 'place_not_confirmed', 'update_expired', 'other')),
	CONSTRAINT "registrations_decided_on_check" CHECK (decided_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "registrations_notified_status_check" CHECK (notified_status in ('submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'declined')),
	CONSTRAINT "registrations_won_funding_check" CHECK (won_funding in ('budget', 'fee')),
	CONSTRAINT "registrations_confirm_by_check" CHECK (confirm_by between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "registrations_notice_version_check" CHECK (char_length(notice_version) between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "application_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"registration_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"specialization_id" uuid NOT NULL,
	"funding_preference" text DEFAULT 'budget_then_fee' NOT NULL,
	CONSTRAINT "application_choices_position_check" CHECK (position between 2 and 20),
	CONSTRAINT "application_choices_funding_preference_check" CHECK (funding_preference in ('budget_then_fee', 'budget', 'fee'))
);
--> statement-breakpoint
CREATE TABLE "admission_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"admission_round_id" uuid NOT NULL,
	"started_at" timestamp(3) with time zone,
	"state" text DEFAULT 'running' NOT NULL,
	"ready_at" timestamp(3) with time zone,
	"candidates" integer,
	"placed" integer,
	"incomplete" integer,
	"findings" integer,
	"report" jsonb,
	"proposed_at" timestamp(3) with time zone,
	"proposed_by_id" uuid,
	"released_at" timestamp(3) with time zone,
	"released_by_id" uuid,
	"notify_at" timestamp(3) with time zone,
	"notified_at" timestamp(3) with time zone,
	CONSTRAINT "admission_drafts_state_check" CHECK (state in ('running', 'failed', 'ready', 'proposed', 'released', 'told')),
	CONSTRAINT "admission_drafts_candidates_check" CHECK (candidates between 0 and 10000000),
	CONSTRAINT "admission_drafts_placed_check" CHECK (placed between 0 and 10000000),
	CONSTRAINT "admission_drafts_incomplete_check" CHECK (incomplete between 0 and 10000000),
	CONSTRAINT "admission_drafts_findings_check" CHECK (findings between 0 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "admission_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"registration_id" uuid NOT NULL,
	"admission_round_id" uuid NOT NULL,
	"explanation" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"contested_at" timestamp(3) with time zone NOT NULL,
	"grade" text,
	"new_value" numeric(4, 2),
	"answer" text,
	"answered_at" timestamp(3) with time zone,
	"answered_by_id" uuid,
	CONSTRAINT "admission_appeals_explanation_check" CHECK (char_length(explanation) between 1 and 2000),
	CONSTRAINT "admission_appeals_status_check" CHECK (status in ('open', 'changed', 'upheld')),
	CONSTRAINT "admission_appeals_grade_check" CHECK (grade in ('baccalaureateAverage', 'romanianGrade', 'profileGrade', 'degreeAverage', 'examGrade')),
	CONSTRAINT "admission_appeals_new_value_check" CHECK (new_value between 1 and 10),
	CONSTRAINT "admission_appeals_answer_check" CHECK (char_length(answer) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "bank_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"booked_on" date NOT NULL,
	"amount" numeric(9, 2) NOT NULL,
	"payer" text,
	"payer_key" text COLLATE "C",
	"details" text NOT NULL,
	"details_key" text COLLATE "C" NOT NULL,
	"transaction_id" text,
	"transaction_id_key" text COLLATE "C",
	"fingerprint" text,
	"state" text DEFAULT 'open' NOT NULL,
	"finding" text,
	"registration_id" uuid,
	"fee" text,
	"receipt_number" text,
	"note" text,
	"search_text" text DEFAULT '' NOT NULL,
	CONSTRAINT "bank_payments_booked_on_check" CHECK (booked_on between '1900-01-01' and '2999-12-31'),
	CONSTRAINT "bank_payments_amount_check" CHECK (amount between 0.01 and 1000000),
	CONSTRAINT "bank_payments_payer_check" CHECK (char_length(payer) between 1 and 140),
	CONSTRAINT "bank_payments_details_check" CHECK (char_length(details) between 1 and 500),
	CONSTRAINT "bank_payments_transaction_id_check" CHECK (char_length(transaction_id) between 1 and 35),
	CONSTRAINT "bank_payments_fingerprint_check" CHECK (char_length(fingerprint) between 1 and 64),
	CONSTRAINT "bank_payments_state_check" CHECK (state in ('open', 'booked', 'aside')),
	CONSTRAINT "bank_payments_finding_check" CHECK (finding in ('matched', 'noReference', 'several', 'nothingOwed', 'differs', 'bookedBefore')),
	CONSTRAINT "bank_payments_fee_check" CHECK (fee in ('application', 'confirmation')),
	CONSTRAINT "bank_payments_receipt_number_check" CHECK (char_length(receipt_number) between 1 and 40),
	CONSTRAINT "bank_payments_note_check" CHECK (char_length(note) between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"list" text NOT NULL,
	"list_key" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"address" text,
	"columns" text,
	"is_shared" boolean DEFAULT false NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "saved_views_list_check" CHECK (char_length(list) between 1 and 40),
	CONSTRAINT "saved_views_name_check" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "saved_views_address_check" CHECK (char_length(address) between 1 and 1500),
	CONSTRAINT "saved_views_columns_check" CHECK (char_length(columns) between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sender_id" uuid NOT NULL,
	"sender_name" text NOT NULL,
	"sender_name_key" text COLLATE "C" NOT NULL,
	"recipient_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_key" text COLLATE "C" NOT NULL,
	"body" text NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"recipient_name" text NOT NULL,
	"recipient_name_key" text COLLATE "C" NOT NULL,
	"audience" text,
	"recipient_count" integer,
	"sending_id" text NOT NULL,
	"thread_id" uuid,
	"in_reply_to_id" uuid,
	CONSTRAINT "messages_sender_name_check" CHECK (char_length(sender_name) between 1 and 120),
	CONSTRAINT "messages_recipient_name_check" CHECK (char_length(recipient_name) between 1 and 120),
	CONSTRAINT "messages_audience_check" CHECK (char_length(audience) between 1 and 160),
	CONSTRAINT "messages_recipient_count_check" CHECK (recipient_count between 1 and 50000),
	CONSTRAINT "messages_sending_id_check" CHECK (char_length(sending_id) between 1 and 36),
	CONSTRAINT "messages_subject_check" CHECK (char_length(subject) between 1 and 120),
	CONSTRAINT "messages_body_check" CHECK (char_length(body) between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text,
	"subject_key" text COLLATE "C",
	"link" text,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_type_check" CHECK (char_length(type) between 1 and 40),
	CONSTRAINT "notifications_subject_check" CHECK (char_length(subject) between 1 and 120),
	CONSTRAINT "notifications_link_check" CHECK (char_length(link) between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"registration_open" boolean DEFAULT false NOT NULL,
	"stop_application_requests" boolean DEFAULT false NOT NULL,
	"disable_updates" boolean DEFAULT false NOT NULL,
	"allow_exam_resit" boolean DEFAULT true NOT NULL,
	"max_students_per_course" integer DEFAULT 30 NOT NULL,
	"notification_enabled" boolean DEFAULT true NOT NULL,
	"university_name" text DEFAULT 'Universitatea Matricola' NOT NULL,
	"admission_email" text,
	"admission_phone" text,
	"office_hours" text,
	"admission_session_id" uuid,
	"updates_disabled_at" timestamp(3) with time zone,
	"update_request_days" integer DEFAULT 5 NOT NULL,
	"decision_hold_minutes" integer DEFAULT 2 NOT NULL,
	"decision_release" text DEFAULT 'automatic' NOT NULL,
	"public_status" text DEFAULT 'minimal' NOT NULL,
	"retention_months" integer DEFAULT 6 NOT NULL,
	"academic_year_id" uuid,
	"pass_mark" integer DEFAULT 5 NOT NULL,
	"credits_for_year2" integer DEFAULT 40 NOT NULL,
	"credits_for_year3" integer DEFAULT 80 NOT NULL,
	"credits_for_year4" integer DEFAULT 120 NOT NULL,
	"exam_notice_days" integer DEFAULT 7 NOT NULL,
	"grade_due_hours" integer DEFAULT 72 NOT NULL,
	"grade_lock_hours" integer DEFAULT 48 NOT NULL,
	"resit_notice_days" integer DEFAULT 2 NOT NULL,
	"improvements_per_semester" integer DEFAULT 2 NOT NULL,
	"free_sittings" integer DEFAULT 2 NOT NULL,
	"resit_fee" numeric(8, 2) DEFAULT 100 NOT NULL,
	"degree_part_mark" numeric(4, 2) DEFAULT 5 NOT NULL,
	"degree_average" numeric(4, 2) DEFAULT 6 NOT NULL,
	"degree_credits" integer DEFAULT 10 NOT NULL,
	"tuition_instalments" integer DEFAULT 2 NOT NULL,
	"grade_contest_hours" integer DEFAULT 48 NOT NULL,
	"grade_answer_hours" integer DEFAULT 24 NOT NULL,
	"language" text DEFAULT 'ro' NOT NULL,
	"color_on_light" text,
	"color_on_dark" text,
	"logo" uuid,
	"website" text,
	"list_page_size" integer DEFAULT 5 NOT NULL,
	"ranking_needs_second" boolean DEFAULT false NOT NULL,
	"bank_account_holder" text,
	"bank_iban" text,
	"bank_line_months" integer DEFAULT 12 NOT NULL,
	CONSTRAINT "settings_update_request_days_check" CHECK (update_request_days between 1 and 30),
	CONSTRAINT "settings_decision_hold_minutes_check" CHECK (decision_hold_minutes between 0 and 60),
	CONSTRAINT "settings_decision_release_check" CHECK (decision_release in ('automatic', 'manual')),
	CONSTRAINT "settings_public_status_check" CHECK (public_status in ('minimal', 'code', 'off')),
	CONSTRAINT "settings_retention_months_check" CHECK (retention_months between 1 and 120),
	CONSTRAINT "settings_max_students_per_course_check" CHECK (max_students_per_course between 1 and 1000),
	CONSTRAINT "settings_pass_mark_check" CHECK (pass_mark between 1 and 10),
	CONSTRAINT "settings_credits_for_year2_check" CHECK (credits_for_year2 between 0 and 600),
	CONSTRAINT "settings_credits_for_year3_check" CHECK (credits_for_year3 between 0 and 600),
	CONSTRAINT "settings_credits_for_year4_check" CHECK (credits_for_year4 between 0 and 600),
	CONSTRAINT "settings_exam_notice_days_check" CHECK (exam_notice_days between 0 and 60),
	CONSTRAINT "settings_grade_due_hours_check" CHECK (grade_due_hours between 1 and 720),
	CONSTRAINT "settings_grade_lock_hours_check" CHECK (grade_lock_hours between 1 and 720),
	CONSTRAINT "settings_grade_contest_hours_check" CHECK (grade_contest_hours between 1 and 720),
	CONSTRAINT "settings_grade_answer_hours_check" CHECK (grade_answer_hours between 1 and 720),
	CONSTRAINT "settings_resit_notice_days_check" CHECK (resit_notice_days between 0 and 60),
	CONSTRAINT "settings_improvements_per_semester_check" CHECK (improvements_per_semester between 0 and 20),
	CONSTRAINT "settings_free_sittings_check" CHECK (free_sittings between 1 and 20),
	CONSTRAINT "settings_resit_fee_check" CHECK (resit_fee between 0 and 100000),
	CONSTRAINT "settings_degree_part_mark_check" CHECK (degree_part_mark between 1 and 10),
	CONSTRAINT "settings_degree_average_check" CHECK (degree_average between 1 and 10),
	CONSTRAINT "settings_degree_credits_check" CHECK (degree_credits between 0 and 30),
	CONSTRAINT "settings_tuition_instalments_check" CHECK (tuition_instalments between 1 and 12),
	CONSTRAINT "settings_bank_account_holder_check" CHECK (char_length(bank_account_holder) between 1 and 70),
	CONSTRAINT "settings_bank_iban_check" CHECK (char_length(bank_iban) between 1 and 34),
	CONSTRAINT "settings_bank_line_months_check" CHECK (bank_line_months between 1 and 120),
	CONSTRAINT "settings_university_name_check" CHECK (char_length(university_name) between 1 and 120),
	CONSTRAINT "settings_color_on_light_check" CHECK (char_length(color_on_light) between 1 and 7),
	CONSTRAINT "settings_color_on_dark_check" CHECK (char_length(color_on_dark) between 1 and 7),
	CONSTRAINT "settings_language_check" CHECK (char_length(language) between 1 and 40),
	CONSTRAINT "settings_list_page_size_check" CHECK (list_page_size between 5 and 100),
	CONSTRAINT "settings_admission_email_check" CHECK (char_length(admission_email) between 1 and 254),
	CONSTRAINT "settings_admission_phone_check" CHECK (char_length(admission_phone) between 1 and 16),
	CONSTRAINT "settings_website_check" CHECK (char_length(website) between 1 and 200),
	CONSTRAINT "settings_office_hours_check" CHECK (char_length(office_hours) between 1 and 120)
);
--> statement-breakpoint
ALTER TABLE "application_draft_file" ADD CONSTRAINT "application_draft_file_draft_id_application_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."application_draft"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_item" ADD CONSTRAINT "job_item_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "selection_row" ADD CONSTRAINT "selection_row_selection_id_selection_id_fk" FOREIGN KEY ("selection_id") REFERENCES "public"."selection"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_image_path_file_id_fk" FOREIGN KEY ("image_path") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "professors" ADD CONSTRAINT "professors_department_profile_id_departments_id_fk" FOREIGN KEY ("department_profile_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "professors" ADD CONSTRAINT "professors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_head_of_department_id_professors_id_fk" FOREIGN KEY ("head_of_department_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "specializations" ADD CONSTRAINT "specializations_department_profile_id_departments_id_fk" FOREIGN KEY ("department_profile_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "academic_periods" ADD CONSTRAINT "academic_periods_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "university_classes" ADD CONSTRAINT "university_classes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "university_classes" ADD CONSTRAINT "university_classes_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "university_classes" ADD CONSTRAINT "university_classes_lead_professor_id_professors_id_fk" FOREIGN KEY ("lead_professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "class_hours" ADD CONSTRAINT "class_hours_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "class_enrolments" ADD CONSTRAINT "class_enrolments_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "class_enrolments" ADD CONSTRAINT "class_enrolments_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "class_assistants" ADD CONSTRAINT "class_assistants_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "class_assistants" ADD CONSTRAINT "class_assistants_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_class_id_university_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."university_classes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_second_professor_id_professors_id_fk" FOREIGN KEY ("second_professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exam_resits" ADD CONSTRAINT "exam_resits_charge_id_finances_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."finances"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_grade_id_grades_id_fk" FOREIGN KEY ("grade_id") REFERENCES "public"."grades"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "grade_appeals" ADD CONSTRAINT "grade_appeals_professor_id_professors_id_fk" FOREIGN KEY ("professor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_supervisor_id_professors_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_chair_id_professors_id_fk" FOREIGN KEY ("chair_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_member_id_professors_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "license_exams" ADD CONSTRAINT "license_exams_second_member_id_professors_id_fk" FOREIGN KEY ("second_member_id") REFERENCES "public"."professors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "finances" ADD CONSTRAINT "finances_reversal_of_id_finances_id_fk" FOREIGN KEY ("reversal_of_id") REFERENCES "public"."finances"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "data_changes" ADD CONSTRAINT "data_changes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_rounds" ADD CONSTRAINT "admission_rounds_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "special_places" ADD CONSTRAINT "special_places_admission_programme_id_admission_programmes_id_fk" FOREIGN KEY ("admission_programme_id") REFERENCES "public"."admission_programmes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "special_places" ADD CONSTRAINT "special_places_place_kind_id_place_kinds_id_fk" FOREIGN KEY ("place_kind_id") REFERENCES "public"."place_kinds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_department_profile_id_departments_id_fk" FOREIGN KEY ("department_profile_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_place_kind_id_place_kinds_id_fk" FOREIGN KEY ("place_kind_id") REFERENCES "public"."place_kinds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_grades_checked_by_id_users_id_fk" FOREIGN KEY ("grades_checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_cv_url_file_id_fk" FOREIGN KEY ("file_cv_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_diploma_url_file_id_fk" FOREIGN KEY ("file_diploma_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_id_card_url_file_id_fk" FOREIGN KEY ("file_id_card_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_medical_url_file_id_fk" FOREIGN KEY ("file_medical_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_file_portfolio_url_file_id_fk" FOREIGN KEY ("file_portfolio_url") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_assigned_to_id_users_id_fk" FOREIGN KEY ("assigned_to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_won_specialization_id_specializations_id_fk" FOREIGN KEY ("won_specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_won_place_kind_id_place_kinds_id_fk" FOREIGN KEY ("won_place_kind_id") REFERENCES "public"."place_kinds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "application_choices" ADD CONSTRAINT "application_choices_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "application_choices" ADD CONSTRAINT "application_choices_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_drafts" ADD CONSTRAINT "admission_drafts_admission_round_id_admission_rounds_id_fk" FOREIGN KEY ("admission_round_id") REFERENCES "public"."admission_rounds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_drafts" ADD CONSTRAINT "admission_drafts_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_drafts" ADD CONSTRAINT "admission_drafts_released_by_id_users_id_fk" FOREIGN KEY ("released_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_appeals" ADD CONSTRAINT "admission_appeals_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_appeals" ADD CONSTRAINT "admission_appeals_admission_round_id_admission_rounds_id_fk" FOREIGN KEY ("admission_round_id") REFERENCES "public"."admission_rounds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admission_appeals" ADD CONSTRAINT "admission_appeals_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_messages_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_in_reply_to_id_messages_id_fk" FOREIGN KEY ("in_reply_to_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_logo_file_id_fk" FOREIGN KEY ("logo") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "calendar_token_hash_index" ON "calendar_token" USING btree ("hash");
--> statement-breakpoint
CREATE INDEX "device_user_index" ON "device" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "device_seen_index" ON "device" USING btree ("last_seen_at");
--> statement-breakpoint
CREATE INDEX "one_time_token_user_index" ON "one_time_token" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "one_time_token_expires_index" ON "one_time_token" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "rate_limit_updated_index" ON "rate_limit" USING btree ("updated_at");
--> statement-breakpoint
CREATE INDEX "admission_result_registration_index" ON "admission_result" USING btree ("registration_id");
--> statement-breakpoint
CREATE INDEX "admission_result_place_index" ON "admission_result" USING btree ("draft_id","specialization_id","kind");
--> statement-breakpoint
CREATE INDEX "applicant_session_registration_index" ON "applicant_session" USING btree ("registration_id");
--> statement-breakpoint
CREATE INDEX "applicant_session_expires_index" ON "applicant_session" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "application_draft_key_index" ON "application_draft" USING btree ("key_hash");
--> statement-breakpoint
CREATE INDEX "application_draft_saved_index" ON "application_draft" USING btree ("saved_at");
--> statement-breakpoint
CREATE INDEX "application_draft_address_index" ON "application_draft" USING btree ("address");
--> statement-breakpoint
CREATE INDEX "application_draft_file_index" ON "application_draft_file" USING btree ("file_id");
--> statement-breakpoint
CREATE INDEX "application_draft_file_address_index" ON "application_draft_file" USING btree ("address");
--> statement-breakpoint
CREATE INDEX "registration_event_index" ON "registration_event" USING btree ("registration_id","at","id");
--> statement-breakpoint
CREATE INDEX "registration_event_visible_index" ON "registration_event" USING btree ("visible_from");
--> statement-breakpoint
CREATE INDEX "sent_key_sent_index" ON "sent_key" USING btree ("sent_at");
--> statement-breakpoint
CREATE INDEX "file_record_index" ON "file" USING btree ("resource","record_id","field");
--> statement-breakpoint
CREATE INDEX "file_claimed_index" ON "file" USING btree ("claimed_at","created_at");
--> statement-breakpoint
CREATE INDEX "file_raw_index" ON "file" USING btree ("created_at") WHERE "file"."has_raw";
--> statement-breakpoint
CREATE INDEX "file_fault_index" ON "file" USING btree ("fault") WHERE "file"."fault" is not null;
--> statement-breakpoint
CREATE INDEX "access_log_records_index" ON "access_log" USING gin ("record_ids");
--> statement-breakpoint
CREATE INDEX "access_log_record_index" ON "access_log" USING btree ("resource","record_id","at");
--> statement-breakpoint
CREATE INDEX "access_log_user_index" ON "access_log" USING btree ("user_id","at");
--> statement-breakpoint
CREATE INDEX "access_log_at_index" ON "access_log" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "change_job_index" ON "change" USING btree ("job_id") WHERE job_id is not null;
--> statement-breakpoint
CREATE INDEX "change_record_index" ON "change" USING btree ("resource","record_id","version");
--> statement-breakpoint
CREATE INDEX "change_at_index" ON "change" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX "change_actor_index" ON "change" USING btree ("actor_id","at");
--> statement-breakpoint
CREATE INDEX "security_event_at_index" ON "security_event" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX "security_event_user_index" ON "security_event" USING btree ("user_id","at");
--> statement-breakpoint
CREATE INDEX "import_mapping_used_index" ON "import_mapping" USING btree ("used_at");
--> statement-breakpoint
CREATE INDEX "import_synonym_used_index" ON "import_synonym" USING btree ("used_at");
--> statement-breakpoint
CREATE INDEX "job_actor_index" ON "job" USING btree ("actor_id","created_at");
--> statement-breakpoint
CREATE INDEX "job_created_index" ON "job" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "job_finished_index" ON "job" USING btree ("finished_at");
--> statement-breakpoint
CREATE INDEX "job_due_index" ON "job" USING btree ("created_at") WHERE finished_at is null and state in ('checking', 'running', 'cancelled', 'failed');
--> statement-breakpoint
CREATE UNIQUE INDEX "job_undoes_unique" ON "job" USING btree ("undoes") WHERE state not in ('cancelled', 'failed');
--> statement-breakpoint
CREATE INDEX "job_item_outcome_index" ON "job_item" USING btree ("job_id","outcome","position");
--> statement-breakpoint
CREATE INDEX "presence_seen_index" ON "presence" USING btree ("seen_at");
--> statement-breakpoint
CREATE INDEX "selection_expires_index" ON "selection" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "outbox_mail_record_index" ON "outbox_mail" USING btree ("record_id");
--> statement-breakpoint
CREATE INDEX "outbox_mail_due_index" ON "outbox_mail" USING btree ("state","run_at");
--> statement-breakpoint
CREATE INDEX "outbox_mail_created_index" ON "outbox_mail" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "access_token_session_index" ON "access_token" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "access_token_expires_index" ON "access_token" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "refresh_token_session_index" ON "refresh_token" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "repeated_call_fingerprint_index" ON "repeated_call" USING btree ("scope","fingerprint","created_at");
--> statement-breakpoint
CREATE INDEX "repeated_call_created_index" ON "repeated_call" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "session_user_index" ON "session" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "session_expires_index" ON "session" USING btree ("absolute_expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (username_key);
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower(email));
--> statement-breakpoint
CREATE INDEX "users_order_index" ON "users" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "users_username_index" ON "users" USING btree (username_key,id);
--> statement-breakpoint
CREATE INDEX "users_role_index" ON "users" USING btree (role,name_key,id);
--> statement-breakpoint
CREATE INDEX "users_is_active_index" ON "users" USING btree (is_active,name_key,id);
--> statement-breakpoint
CREATE INDEX "users_email_index" ON "users" USING btree (email_key,id);
--> statement-breakpoint
CREATE INDEX "users_last_login_at_index" ON "users" USING btree (last_login_at,id);
--> statement-breakpoint
CREATE INDEX "users_created_at_index" ON "users" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "users_updated_at_index" ON "users" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "users_image_path_index" ON "users" USING btree (image_path);
--> statement-breakpoint
CREATE INDEX "users_name_trigrams" ON "users" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "users_username_trigrams" ON "users" USING gin ((translate(username_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "users_search_trigrams" ON "users" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "professors_email_unique" ON "professors" USING btree (lower(email));
--> statement-breakpoint
CREATE UNIQUE INDEX "professors_user_id_unique" ON "professors" USING btree (user_id);
--> statement-breakpoint
CREATE INDEX "professors_order_index" ON "professors" USING btree (last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "professors_last_name_index" ON "professors" USING btree (last_name_key,id);
--> statement-breakpoint
CREATE INDEX "professors_first_name_index" ON "professors" USING btree (first_name_key,id);
--> statement-breakpoint
CREATE INDEX "professors_department_profile_id_index" ON "professors" USING btree (department_profile_id,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "professors_academic_title_index" ON "professors" USING btree (academic_title,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "professors_hired_at_index" ON "professors" USING btree (hired_at,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "professors_is_active_index" ON "professors" USING btree (is_active,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "professors_email_index" ON "professors" USING btree (email_key,id);
--> statement-breakpoint
CREATE INDEX "professors_phone_index" ON "professors" USING btree (phone,id);
--> statement-breakpoint
CREATE INDEX "professors_created_at_index" ON "professors" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "professors_updated_at_index" ON "professors" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "professors_last_name_trigrams" ON "professors" USING gin ((translate(last_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "professors_first_name_trigrams" ON "professors" USING gin ((translate(first_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "professors_search_trigrams" ON "professors" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "departments_name_unique" ON "departments" USING btree (name_key);
--> statement-breakpoint
CREATE INDEX "departments_order_index" ON "departments" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "departments_head_of_department_id_index" ON "departments" USING btree (head_of_department_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "departments_budget_index" ON "departments" USING btree (budget,name_key,id);
--> statement-breakpoint
CREATE INDEX "departments_is_active_index" ON "departments" USING btree (is_active,name_key,id);
--> statement-breakpoint
CREATE INDEX "departments_phone_index" ON "departments" USING btree (phone,id);
--> statement-breakpoint
CREATE INDEX "departments_created_at_index" ON "departments" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "departments_updated_at_index" ON "departments" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "departments_name_trigrams" ON "departments" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "departments_search_trigrams" ON "departments" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "specializations_code_unique" ON "specializations" USING btree (code_key);
--> statement-breakpoint
CREATE UNIQUE INDEX "specializations_department_profile_id_name_unique" ON "specializations" USING btree (department_profile_id,name_key);
--> statement-breakpoint
CREATE INDEX "specializations_order_index" ON "specializations" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "specializations_department_profile_id_index" ON "specializations" USING btree (department_profile_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "specializations_cycle_index" ON "specializations" USING btree (cycle,name_key,id);
--> statement-breakpoint
CREATE INDEX "specializations_language_index" ON "specializations" USING btree (language,name_key,id);
--> statement-breakpoint
CREATE INDEX "specializations_years_of_study_index" ON "specializations" USING btree (years_of_study,name_key,id);
--> statement-breakpoint
CREATE INDEX "specializations_is_active_index" ON "specializations" USING btree (is_active,name_key,id);
--> statement-breakpoint
CREATE INDEX "specializations_code_index" ON "specializations" USING btree (code_key,id);
--> statement-breakpoint
CREATE INDEX "specializations_total_credits_index" ON "specializations" USING btree (total_credits,id);
--> statement-breakpoint
CREATE INDEX "specializations_credits_per_year_index" ON "specializations" USING btree (credits_per_year,id);
--> statement-breakpoint
CREATE INDEX "specializations_created_at_index" ON "specializations" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "specializations_updated_at_index" ON "specializations" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "specializations_name_trigrams" ON "specializations" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "specializations_search_trigrams" ON "specializations" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "courses_specialization_id_code_unique" ON "courses" USING btree (specialization_id,code_key);
--> statement-breakpoint
CREATE INDEX "courses_order_index" ON "courses" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_specialization_id_index" ON "courses" USING btree (specialization_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_professor_id_index" ON "courses" USING btree (professor_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_year_index" ON "courses" USING btree (year,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_semester_index" ON "courses" USING btree (semester,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_credits_index" ON "courses" USING btree (credits,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_type_index" ON "courses" USING btree (type,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_assessment_index" ON "courses" USING btree (assessment,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_is_active_index" ON "courses" USING btree (is_active,name_key,id);
--> statement-breakpoint
CREATE INDEX "courses_code_index" ON "courses" USING btree (code_key,id);
--> statement-breakpoint
CREATE INDEX "courses_module_index" ON "courses" USING btree (module_key,id);
--> statement-breakpoint
CREATE INDEX "courses_created_at_index" ON "courses" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "courses_updated_at_index" ON "courses" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "courses_name_trigrams" ON "courses" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "courses_search_trigrams" ON "courses" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "students_matriculation_number_unique" ON "students" USING btree (matriculation_number_key);
--> statement-breakpoint
CREATE UNIQUE INDEX "students_cnp_unique" ON "students" USING btree (cnp_bidx);
--> statement-breakpoint
CREATE UNIQUE INDEX "students_email_unique" ON "students" USING btree (lower(email));
--> statement-breakpoint
CREATE UNIQUE INDEX "students_registration_id_unique" ON "students" USING btree (registration_id);
--> statement-breakpoint
CREATE UNIQUE INDEX "students_user_id_unique" ON "students" USING btree (user_id);
--> statement-breakpoint
CREATE INDEX "students_order_index" ON "students" USING btree (last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_last_name_index" ON "students" USING btree (last_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_first_name_index" ON "students" USING btree (first_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_specialization_id_index" ON "students" USING btree (specialization_id,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_study_year_index" ON "students" USING btree (study_year,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_group_name_index" ON "students" USING btree (group_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_funding_type_index" ON "students" USING btree (funding_type,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_status_index" ON "students" USING btree (status,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_enrolled_at_index" ON "students" USING btree (enrolled_at,last_name_key,first_name_key,id);
--> statement-breakpoint
CREATE INDEX "students_matriculation_number_index" ON "students" USING btree (matriculation_number_key,id);
--> statement-breakpoint
CREATE INDEX "students_email_index" ON "students" USING btree (email_key,id);
--> statement-breakpoint
CREATE INDEX "students_created_at_index" ON "students" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "students_updated_at_index" ON "students" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "students_last_name_trigrams" ON "students" USING gin ((translate(last_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "students_first_name_trigrams" ON "students" USING gin ((translate(first_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "students_group_name_trigrams" ON "students" USING gin ((translate(group_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "students_search_trigrams" ON "students" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "students_count_index" ON "students" USING btree (specialization_id,status);
--> statement-breakpoint
CREATE UNIQUE INDEX "academic_years_name_unique" ON "academic_years" USING btree (name_key);
--> statement-breakpoint
CREATE INDEX "academic_years_order_index" ON "academic_years" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "academic_years_is_active_index" ON "academic_years" USING btree (is_active,name_key,id);
--> statement-breakpoint
CREATE INDEX "academic_years_starts_on_index" ON "academic_years" USING btree (starts_on,id);
--> statement-breakpoint
CREATE INDEX "academic_years_ends_on_index" ON "academic_years" USING btree (ends_on,id);
--> statement-breakpoint
CREATE INDEX "academic_years_created_at_index" ON "academic_years" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "academic_years_updated_at_index" ON "academic_years" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "academic_years_name_trigrams" ON "academic_years" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "academic_periods_academic_year_id_name_unique" ON "academic_periods" USING btree (academic_year_id,name_key);
--> statement-breakpoint
CREATE INDEX "academic_periods_order_index" ON "academic_periods" USING btree (starts_on,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_name_index" ON "academic_periods" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_academic_year_id_index" ON "academic_periods" USING btree (academic_year_id,starts_on,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_kind_index" ON "academic_periods" USING btree (kind,starts_on,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_semester_index" ON "academic_periods" USING btree (semester,starts_on,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_ends_on_index" ON "academic_periods" USING btree (ends_on,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_created_at_index" ON "academic_periods" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_updated_at_index" ON "academic_periods" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "academic_periods_name_trigrams" ON "academic_periods" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "university_classes_course_id_academic_year_id_group_name_unique" ON "university_classes" USING btree (course_id,academic_year_id,group_name_key);
--> statement-breakpoint
CREATE INDEX "university_classes_order_index" ON "university_classes" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "university_classes_course_id_index" ON "university_classes" USING btree (course_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "university_classes_lead_professor_id_index" ON "university_classes" USING btree (lead_professor_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "university_classes_academic_year_id_index" ON "university_classes" USING btree (academic_year_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "university_classes_semester_index" ON "university_classes" USING btree (semester,name_key,id);
--> statement-breakpoint
CREATE INDEX "university_classes_group_name_index" ON "university_classes" USING btree (group_name_key,id);
--> statement-breakpoint
CREATE INDEX "university_classes_status_index" ON "university_classes" USING btree (status,name_key,id);
--> statement-breakpoint
CREATE INDEX "university_classes_created_at_index" ON "university_classes" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "university_classes_updated_at_index" ON "university_classes" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "university_classes_name_trigrams" ON "university_classes" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "university_classes_group_name_trigrams" ON "university_classes" USING gin ((translate(group_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "university_classes_search_trigrams" ON "university_classes" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "class_hours_class_id_weekday_starts_at_weeks_unique" ON "class_hours" USING btree (class_id,weekday,lower(starts_at),weeks);
--> statement-breakpoint
CREATE INDEX "class_hours_order_index" ON "class_hours" USING btree (class_id,id);
--> statement-breakpoint
CREATE INDEX "class_hours_weekday_index" ON "class_hours" USING btree (weekday,class_id,id);
--> statement-breakpoint
CREATE INDEX "class_hours_room_index" ON "class_hours" USING btree (room_key,id);
--> statement-breakpoint
CREATE INDEX "class_hours_weeks_index" ON "class_hours" USING btree (weeks,class_id,id);
--> statement-breakpoint
CREATE INDEX "class_hours_kind_index" ON "class_hours" USING btree (kind,class_id,id);
--> statement-breakpoint
CREATE INDEX "class_hours_is_active_index" ON "class_hours" USING btree (is_active,class_id,id);
--> statement-breakpoint
CREATE INDEX "class_hours_created_at_index" ON "class_hours" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "class_hours_updated_at_index" ON "class_hours" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "class_hours_room_trigrams" ON "class_hours" USING gin ((translate(room_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "class_hours_search_trigrams" ON "class_hours" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "class_enrolments_class_id_student_id_unique" ON "class_enrolments" USING btree (class_id,student_id);
--> statement-breakpoint
CREATE INDEX "class_enrolments_order_index" ON "class_enrolments" USING btree (class_id,student_id,id);
--> statement-breakpoint
CREATE INDEX "class_enrolments_student_id_index" ON "class_enrolments" USING btree (student_id,class_id,id);
--> statement-breakpoint
CREATE INDEX "class_enrolments_status_index" ON "class_enrolments" USING btree (status,class_id,student_id,id);
--> statement-breakpoint
CREATE INDEX "class_enrolments_source_index" ON "class_enrolments" USING btree (source,class_id,student_id,id);
--> statement-breakpoint
CREATE INDEX "class_enrolments_created_at_index" ON "class_enrolments" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "class_enrolments_updated_at_index" ON "class_enrolments" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "class_assistants_class_id_professor_id_unique" ON "class_assistants" USING btree (class_id,professor_id);
--> statement-breakpoint
CREATE INDEX "class_assistants_order_index" ON "class_assistants" USING btree (class_id,professor_id,id);
--> statement-breakpoint
CREATE INDEX "class_assistants_professor_id_index" ON "class_assistants" USING btree (professor_id,class_id,id);
--> statement-breakpoint
CREATE INDEX "class_assistants_is_active_index" ON "class_assistants" USING btree (is_active,class_id,professor_id,id);
--> statement-breakpoint
CREATE INDEX "class_assistants_created_at_index" ON "class_assistants" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "class_assistants_updated_at_index" ON "class_assistants" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "exams_class_id_session_starts_at_unique" ON "exams" USING btree (class_id,session,starts_at);
--> statement-breakpoint
CREATE INDEX "exams_order_index" ON "exams" USING btree (starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_class_id_index" ON "exams" USING btree (class_id,starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_course_id_index" ON "exams" USING btree (course_id,starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_academic_year_id_index" ON "exams" USING btree (academic_year_id,starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_session_index" ON "exams" USING btree (session,starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_type_index" ON "exams" USING btree (type,starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_room_index" ON "exams" USING btree (room_key,id);
--> statement-breakpoint
CREATE INDEX "exams_professor_id_index" ON "exams" USING btree (professor_id,starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_state_index" ON "exams" USING btree (state,starts_at,id);
--> statement-breakpoint
CREATE INDEX "exams_created_at_index" ON "exams" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "exams_updated_at_index" ON "exams" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "exams_second_professor_id_index" ON "exams" USING btree (second_professor_id);
--> statement-breakpoint
CREATE INDEX "exams_room_trigrams" ON "exams" USING gin ((translate(room_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "exam_resits_order_index" ON "exam_resits" USING btree (requested_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_student_id_index" ON "exam_resits" USING btree (student_id,requested_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_course_id_index" ON "exam_resits" USING btree (course_id,requested_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_academic_year_id_index" ON "exam_resits" USING btree (academic_year_id,requested_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_kind_index" ON "exam_resits" USING btree (kind,requested_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_exam_id_index" ON "exam_resits" USING btree (exam_id,requested_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_status_index" ON "exam_resits" USING btree (status,requested_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_created_at_index" ON "exam_resits" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_updated_at_index" ON "exam_resits" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "exam_resits_charge_id_index" ON "exam_resits" USING btree (charge_id);
--> statement-breakpoint
CREATE UNIQUE INDEX "exam_resits_open_unique" ON "exam_resits" USING btree (student_id,course_id,kind) WHERE status in ('requested', 'approved');
--> statement-breakpoint
CREATE UNIQUE INDEX "grades_student_id_exam_id_unique" ON "grades" USING btree (student_id,exam_id);
--> statement-breakpoint
CREATE INDEX "grades_order_index" ON "grades" USING btree (published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_student_id_index" ON "grades" USING btree (student_id,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_course_id_index" ON "grades" USING btree (course_id,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_exam_id_index" ON "grades" USING btree (exam_id,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_academic_year_id_index" ON "grades" USING btree (academic_year_id,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_kind_index" ON "grades" USING btree (kind,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_result_index" ON "grades" USING btree (result,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_value_index" ON "grades" USING btree (value,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_state_index" ON "grades" USING btree (state,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_professor_id_index" ON "grades" USING btree (professor_id,published_at,id);
--> statement-breakpoint
CREATE INDEX "grades_attempt_index" ON "grades" USING btree (attempt,id);
--> statement-breakpoint
CREATE INDEX "grades_created_at_index" ON "grades" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "grades_updated_at_index" ON "grades" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "grade_appeals_grade_id_unique" ON "grade_appeals" USING btree (grade_id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_order_index" ON "grade_appeals" USING btree (contested_at,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_student_id_index" ON "grade_appeals" USING btree (student_id,contested_at,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_course_id_index" ON "grade_appeals" USING btree (course_id,contested_at,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_professor_id_index" ON "grade_appeals" USING btree (professor_id,contested_at,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_due_at_index" ON "grade_appeals" USING btree (due_at,contested_at,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_status_index" ON "grade_appeals" USING btree (status,contested_at,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_result_index" ON "grade_appeals" USING btree (result,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_value_index" ON "grade_appeals" USING btree (value,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_created_at_index" ON "grade_appeals" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "grade_appeals_updated_at_index" ON "grade_appeals" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "license_exams_student_id_year_session_unique" ON "license_exams" USING btree (student_id,year,session);
--> statement-breakpoint
CREATE INDEX "license_exams_order_index" ON "license_exams" USING btree (year,session,id);
--> statement-breakpoint
CREATE INDEX "license_exams_student_id_index" ON "license_exams" USING btree (student_id,year,session,id);
--> statement-breakpoint
CREATE INDEX "license_exams_session_index" ON "license_exams" USING btree (session,year,id);
--> statement-breakpoint
CREATE INDEX "license_exams_thesis_title_index" ON "license_exams" USING btree (thesis_title_key,id);
--> statement-breakpoint
CREATE INDEX "license_exams_supervisor_id_index" ON "license_exams" USING btree (supervisor_id,year,session,id);
--> statement-breakpoint
CREATE INDEX "license_exams_chair_id_index" ON "license_exams" USING btree (chair_id,year,session,id);
--> statement-breakpoint
CREATE INDEX "license_exams_scheduled_at_index" ON "license_exams" USING btree (scheduled_at,year,session,id);
--> statement-breakpoint
CREATE INDEX "license_exams_status_index" ON "license_exams" USING btree (status,year,session,id);
--> statement-breakpoint
CREATE INDEX "license_exams_average_index" ON "license_exams" USING btree (average,id);
--> statement-breakpoint
CREATE INDEX "license_exams_created_at_index" ON "license_exams" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "license_exams_updated_at_index" ON "license_exams" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "license_exams_member_id_index" ON "license_exams" USING btree (member_id);
--> statement-breakpoint
CREATE INDEX "license_exams_second_member_id_index" ON "license_exams" USING btree (second_member_id);
--> statement-breakpoint
CREATE INDEX "license_exams_thesis_title_trigrams" ON "license_exams" USING gin ((translate(thesis_title_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "license_exams_search_trigrams" ON "license_exams" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "finances_receipt_number_unique" ON "finances" USING btree (receipt_number_key);
--> statement-breakpoint
CREATE UNIQUE INDEX "finances_reversal_of_id_unique" ON "finances" USING btree (reversal_of_id);
--> statement-breakpoint
CREATE INDEX "finances_order_index" ON "finances" USING btree (booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_student_id_index" ON "finances" USING btree (student_id,booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_registration_id_index" ON "finances" USING btree (registration_id,booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_direction_index" ON "finances" USING btree (direction,booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_kind_index" ON "finances" USING btree (kind,booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_description_index" ON "finances" USING btree (description_key,id);
--> statement-breakpoint
CREATE INDEX "finances_amount_index" ON "finances" USING btree (amount,booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_due_on_index" ON "finances" USING btree (due_on,booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_receipt_number_index" ON "finances" USING btree (receipt_number_key,id);
--> statement-breakpoint
CREATE INDEX "finances_academic_year_id_index" ON "finances" USING btree (academic_year_id,booked_on,id);
--> statement-breakpoint
CREATE INDEX "finances_created_at_index" ON "finances" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "finances_updated_at_index" ON "finances" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "finances_description_trigrams" ON "finances" USING gin ((translate(description_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "finances_receipt_number_trigrams" ON "finances" USING gin ((translate(receipt_number_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "finances_search_trigrams" ON "finances" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_code_unique" ON "certificates" USING btree (code_key);
--> statement-breakpoint
CREATE INDEX "certificates_order_index" ON "certificates" USING btree (issued_at,id);
--> statement-breakpoint
CREATE INDEX "certificates_student_id_index" ON "certificates" USING btree (student_id,issued_at,id);
--> statement-breakpoint
CREATE INDEX "certificates_kind_index" ON "certificates" USING btree (kind,issued_at,id);
--> statement-breakpoint
CREATE INDEX "certificates_code_index" ON "certificates" USING btree (code_key,id);
--> statement-breakpoint
CREATE INDEX "certificates_status_index" ON "certificates" USING btree (status,issued_at,id);
--> statement-breakpoint
CREATE INDEX "certificates_purpose_index" ON "certificates" USING btree (purpose_key,id);
--> statement-breakpoint
CREATE INDEX "certificates_created_at_index" ON "certificates" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "certificates_updated_at_index" ON "certificates" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "certificates_code_trigrams" ON "certificates" USING gin ((translate(code_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "certificates_search_trigrams" ON "certificates" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "data_changes_order_index" ON "data_changes" USING btree (requested_at,id);
--> statement-breakpoint
CREATE INDEX "data_changes_student_id_index" ON "data_changes" USING btree (student_id,requested_at,id);
--> statement-breakpoint
CREATE INDEX "data_changes_subject_index" ON "data_changes" USING btree (subject,requested_at,id);
--> statement-breakpoint
CREATE INDEX "data_changes_status_index" ON "data_changes" USING btree (status,requested_at,id);
--> statement-breakpoint
CREATE INDEX "data_changes_wanted_index" ON "data_changes" USING btree (wanted_key,id);
--> statement-breakpoint
CREATE INDEX "data_changes_created_at_index" ON "data_changes" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "data_changes_updated_at_index" ON "data_changes" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "data_changes_open_unique" ON "data_changes" USING btree (student_id,subject) WHERE status = 'requested';
--> statement-breakpoint
CREATE UNIQUE INDEX "admission_sessions_name_unique" ON "admission_sessions" USING btree (name_key);
--> statement-breakpoint
CREATE INDEX "admission_sessions_order_index" ON "admission_sessions" USING btree (academic_year_key,name_key,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_name_index" ON "admission_sessions" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_academic_year_index" ON "admission_sessions" USING btree (academic_year_key,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_degree_index" ON "admission_sessions" USING btree (degree,academic_year_key,name_key,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_is_beside_index" ON "admission_sessions" USING btree (is_beside,academic_year_key,name_key,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_opens_at_index" ON "admission_sessions" USING btree (opens_at,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_closes_at_index" ON "admission_sessions" USING btree (closes_at,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_appeal_until_index" ON "admission_sessions" USING btree (appeal_until,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_created_at_index" ON "admission_sessions" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_updated_at_index" ON "admission_sessions" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "admission_sessions_name_trigrams" ON "admission_sessions" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "admission_sessions_academic_year_trigrams" ON "admission_sessions" USING gin ((translate(academic_year_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "admission_sessions_search_trigrams" ON "admission_sessions" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "admission_rounds_admission_session_id_number_unique" ON "admission_rounds" USING btree (admission_session_id,number);
--> statement-breakpoint
CREATE INDEX "admission_rounds_order_index" ON "admission_rounds" USING btree (admission_session_id,number,id);
--> statement-breakpoint
CREATE INDEX "admission_rounds_number_index" ON "admission_rounds" USING btree (number,admission_session_id,id);
--> statement-breakpoint
CREATE INDEX "admission_rounds_name_index" ON "admission_rounds" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "admission_rounds_results_on_index" ON "admission_rounds" USING btree (results_on,id);
--> statement-breakpoint
CREATE INDEX "admission_rounds_confirm_by_index" ON "admission_rounds" USING btree (confirm_by,id);
--> statement-breakpoint
CREATE INDEX "admission_rounds_created_at_index" ON "admission_rounds" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "admission_rounds_updated_at_index" ON "admission_rounds" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "place_kinds_name_unique" ON "place_kinds" USING btree (name_key);
--> statement-breakpoint
CREATE INDEX "place_kinds_order_index" ON "place_kinds" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "place_kinds_funding_index" ON "place_kinds" USING btree (funding,name_key,id);
--> statement-breakpoint
CREATE INDEX "place_kinds_is_active_index" ON "place_kinds" USING btree (is_active,name_key,id);
--> statement-breakpoint
CREATE INDEX "place_kinds_created_at_index" ON "place_kinds" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "place_kinds_updated_at_index" ON "place_kinds" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "place_kinds_name_trigrams" ON "place_kinds" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "admission_programmes_admission_session_id_specialization_id_unique" ON "admission_programmes" USING btree (admission_session_id,specialization_id);
--> statement-breakpoint
CREATE INDEX "admission_programmes_order_index" ON "admission_programmes" USING btree (specialization_id,id);
--> statement-breakpoint
CREATE INDEX "admission_programmes_admission_session_id_index" ON "admission_programmes" USING btree (admission_session_id,specialization_id,id);
--> statement-breakpoint
CREATE INDEX "admission_programmes_places_budget_index" ON "admission_programmes" USING btree (places_budget,id);
--> statement-breakpoint
CREATE INDEX "admission_programmes_places_fee_index" ON "admission_programmes" USING btree (places_fee,id);
--> statement-breakpoint
CREATE INDEX "admission_programmes_formula_index" ON "admission_programmes" USING btree (formula_key,id);
--> statement-breakpoint
CREATE INDEX "admission_programmes_created_at_index" ON "admission_programmes" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "admission_programmes_updated_at_index" ON "admission_programmes" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "special_places_admission_programme_id_place_kind_id_unique" ON "special_places" USING btree (admission_programme_id,place_kind_id);
--> statement-breakpoint
CREATE INDEX "special_places_order_index" ON "special_places" USING btree (place_kind_id,id);
--> statement-breakpoint
CREATE INDEX "special_places_admission_programme_id_index" ON "special_places" USING btree (admission_programme_id,place_kind_id,id);
--> statement-breakpoint
CREATE INDEX "special_places_places_index" ON "special_places" USING btree (places,id);
--> statement-breakpoint
CREATE INDEX "special_places_created_at_index" ON "special_places" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "special_places_updated_at_index" ON "special_places" USING btree (updated_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_reference_code_unique" ON "registrations" USING btree (reference_code_key);
--> statement-breakpoint
CREATE INDEX "registrations_order_index" ON "registrations" USING btree (submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_status_index" ON "registrations" USING btree (status,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_department_profile_id_index" ON "registrations" USING btree (department_profile_id,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_specialization_id_index" ON "registrations" USING btree (specialization_id,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_admission_session_id_index" ON "registrations" USING btree (admission_session_id,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_assigned_to_id_index" ON "registrations" USING btree (assigned_to_id,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_decided_at_index" ON "registrations" USING btree (decided_at,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_decided_on_index" ON "registrations" USING btree (decided_on,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_enrolled_at_index" ON "registrations" USING btree (enrolled_at,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_reference_code_index" ON "registrations" USING btree (reference_code_key,id);
--> statement-breakpoint
CREATE INDEX "registrations_city_index" ON "registrations" USING btree (city_key,id);
--> statement-breakpoint
CREATE INDEX "registrations_cnp_index" ON "registrations" USING btree (cnp_bidx);
--> statement-breakpoint
CREATE INDEX "registrations_foreign_id_number_index" ON "registrations" USING btree (foreign_id_number_bidx);
--> statement-breakpoint
CREATE INDEX "registrations_notify_at_index" ON "registrations" USING btree (notify_at,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_is_duplicate_index" ON "registrations" USING btree (is_duplicate,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_is_automated_index" ON "registrations" USING btree (is_automated,submitted_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_last_name_index" ON "registrations" USING btree (last_name_key,id);
--> statement-breakpoint
CREATE INDEX "registrations_first_name_index" ON "registrations" USING btree (first_name_key,id);
--> statement-breakpoint
CREATE INDEX "registrations_created_at_index" ON "registrations" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_updated_at_index" ON "registrations" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "registrations_place_kind_id_index" ON "registrations" USING btree (place_kind_id);
--> statement-breakpoint
CREATE INDEX "registrations_grades_checked_by_id_index" ON "registrations" USING btree (grades_checked_by_id);
--> statement-breakpoint
CREATE INDEX "registrations_file_cv_url_index" ON "registrations" USING btree (file_cv_url);
--> statement-breakpoint
CREATE INDEX "registrations_file_diploma_url_index" ON "registrations" USING btree (file_diploma_url);
--> statement-breakpoint
CREATE INDEX "registrations_file_id_card_url_index" ON "registrations" USING btree (file_id_card_url);
--> statement-breakpoint
CREATE INDEX "registrations_file_medical_url_index" ON "registrations" USING btree (file_medical_url);
--> statement-breakpoint
CREATE INDEX "registrations_file_portfolio_url_index" ON "registrations" USING btree (file_portfolio_url);
--> statement-breakpoint
CREATE INDEX "registrations_won_specialization_id_index" ON "registrations" USING btree (won_specialization_id);
--> statement-breakpoint
CREATE INDEX "registrations_won_place_kind_id_index" ON "registrations" USING btree (won_place_kind_id);
--> statement-breakpoint
CREATE INDEX "registrations_student_id_index" ON "registrations" USING btree (student_id);
--> statement-breakpoint
CREATE INDEX "registrations_reference_code_trigrams" ON "registrations" USING gin ((translate(reference_code_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "registrations_city_trigrams" ON "registrations" USING gin ((translate(city_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "registrations_search_trigrams" ON "registrations" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_active_application_unique" ON "registrations" USING btree (cnp_bidx,specialization_id,admission_session_id) WHERE status <> 'declined' and not is_duplicate;
--> statement-breakpoint
CREATE INDEX "registrations_same_address_index" ON "registrations" USING btree (lower(personal_email));
--> statement-breakpoint
CREATE UNIQUE INDEX "application_choices_registration_id_position_unique" ON "application_choices" USING btree (registration_id,position);
--> statement-breakpoint
CREATE UNIQUE INDEX "application_choices_registration_id_specialization_id_unique" ON "application_choices" USING btree (registration_id,specialization_id);
--> statement-breakpoint
CREATE INDEX "application_choices_order_index" ON "application_choices" USING btree (registration_id,position,id);
--> statement-breakpoint
CREATE INDEX "application_choices_specialization_id_index" ON "application_choices" USING btree (specialization_id,registration_id,position,id);
--> statement-breakpoint
CREATE INDEX "application_choices_position_index" ON "application_choices" USING btree (position,registration_id,id);
--> statement-breakpoint
CREATE INDEX "application_choices_funding_preference_index" ON "application_choices" USING btree (funding_preference,id);
--> statement-breakpoint
CREATE INDEX "application_choices_created_at_index" ON "application_choices" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "application_choices_updated_at_index" ON "application_choices" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_order_index" ON "admission_drafts" USING btree (started_at,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_admission_round_id_index" ON "admission_drafts" USING btree (admission_round_id,started_at,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_state_index" ON "admission_drafts" USING btree (state,started_at,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_candidates_index" ON "admission_drafts" USING btree (candidates,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_placed_index" ON "admission_drafts" USING btree (placed,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_incomplete_index" ON "admission_drafts" USING btree (incomplete,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_findings_index" ON "admission_drafts" USING btree (findings,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_created_at_index" ON "admission_drafts" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_updated_at_index" ON "admission_drafts" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_proposed_by_id_index" ON "admission_drafts" USING btree (proposed_by_id);
--> statement-breakpoint
CREATE INDEX "admission_drafts_released_by_id_index" ON "admission_drafts" USING btree (released_by_id);
--> statement-breakpoint
CREATE UNIQUE INDEX "admission_appeals_registration_id_admission_round_id_unique" ON "admission_appeals" USING btree (registration_id,admission_round_id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_order_index" ON "admission_appeals" USING btree (contested_at,id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_registration_id_index" ON "admission_appeals" USING btree (registration_id,contested_at,id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_admission_round_id_index" ON "admission_appeals" USING btree (admission_round_id,contested_at,id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_status_index" ON "admission_appeals" USING btree (status,contested_at,id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_answered_at_index" ON "admission_appeals" USING btree (answered_at,id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_created_at_index" ON "admission_appeals" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_updated_at_index" ON "admission_appeals" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "admission_appeals_answered_by_id_index" ON "admission_appeals" USING btree (answered_by_id);
--> statement-breakpoint
CREATE UNIQUE INDEX "bank_payments_transaction_id_unique" ON "bank_payments" USING btree (transaction_id_key);
--> statement-breakpoint
CREATE UNIQUE INDEX "bank_payments_fingerprint_unique" ON "bank_payments" USING btree (lower(fingerprint));
--> statement-breakpoint
CREATE INDEX "bank_payments_order_index" ON "bank_payments" USING btree (booked_on,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_state_index" ON "bank_payments" USING btree (state,booked_on,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_finding_index" ON "bank_payments" USING btree (finding,booked_on,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_registration_id_index" ON "bank_payments" USING btree (registration_id,booked_on,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_amount_index" ON "bank_payments" USING btree (amount,booked_on,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_details_index" ON "bank_payments" USING btree (details_key,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_transaction_id_index" ON "bank_payments" USING btree (transaction_id_key,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_payer_index" ON "bank_payments" USING btree (payer_key,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_created_at_index" ON "bank_payments" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_updated_at_index" ON "bank_payments" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "bank_payments_details_trigrams" ON "bank_payments" USING gin ((translate(details_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "bank_payments_transaction_id_trigrams" ON "bank_payments" USING gin ((translate(transaction_id_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "bank_payments_search_trigrams" ON "bank_payments" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "saved_views_order_index" ON "saved_views" USING btree (name_key,id);
--> statement-breakpoint
CREATE INDEX "saved_views_list_index" ON "saved_views" USING btree (list_key,id);
--> statement-breakpoint
CREATE INDEX "saved_views_owner_id_index" ON "saved_views" USING btree (owner_id,name_key,id);
--> statement-breakpoint
CREATE INDEX "saved_views_is_active_index" ON "saved_views" USING btree (is_active,name_key,id);
--> statement-breakpoint
CREATE INDEX "saved_views_is_shared_index" ON "saved_views" USING btree (is_shared,id);
--> statement-breakpoint
CREATE INDEX "saved_views_created_at_index" ON "saved_views" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "saved_views_updated_at_index" ON "saved_views" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "saved_views_list_trigrams" ON "saved_views" USING gin ((translate(list_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_sending_id_recipient_id_unique" ON "messages" USING btree (lower(sending_id),recipient_id);
--> statement-breakpoint
CREATE INDEX "messages_order_index" ON "messages" USING btree (sent_at,id);
--> statement-breakpoint
CREATE INDEX "messages_subject_index" ON "messages" USING btree (subject_key,id);
--> statement-breakpoint
CREATE INDEX "messages_sender_name_index" ON "messages" USING btree (sender_name_key,id);
--> statement-breakpoint
CREATE INDEX "messages_recipient_name_index" ON "messages" USING btree (recipient_name_key,id);
--> statement-breakpoint
CREATE INDEX "messages_thread_id_index" ON "messages" USING btree (thread_id,sent_at,id);
--> statement-breakpoint
CREATE INDEX "messages_read_at_index" ON "messages" USING btree (read_at,id);
--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "messages_updated_at_index" ON "messages" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "messages_sender_id_index" ON "messages" USING btree (sender_id);
--> statement-breakpoint
CREATE INDEX "messages_recipient_id_index" ON "messages" USING btree (recipient_id);
--> statement-breakpoint
CREATE INDEX "messages_in_reply_to_id_index" ON "messages" USING btree (in_reply_to_id);
--> statement-breakpoint
CREATE INDEX "messages_subject_trigrams" ON "messages" USING gin ((translate(subject_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "messages_sender_name_trigrams" ON "messages" USING gin ((translate(sender_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "messages_recipient_name_trigrams" ON "messages" USING gin ((translate(recipient_name_key, '{|', '')) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "messages_search_trigrams" ON "messages" USING gin ((search_text) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "notifications_order_index" ON "notifications" USING btree (sent_at,id);
--> statement-breakpoint
CREATE INDEX "notifications_type_index" ON "notifications" USING btree (type,sent_at,id);
--> statement-breakpoint
CREATE INDEX "notifications_subject_index" ON "notifications" USING btree (subject_key,id);
--> statement-breakpoint
CREATE INDEX "notifications_read_at_index" ON "notifications" USING btree (read_at,id);
--> statement-breakpoint
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree (created_at,id);
--> statement-breakpoint
CREATE INDEX "notifications_updated_at_index" ON "notifications" USING btree (updated_at,id);
--> statement-breakpoint
CREATE INDEX "notifications_user_id_index" ON "notifications" USING btree (user_id);
--> statement-breakpoint
CREATE UNIQUE INDEX "settings_single" ON "settings" USING btree ((true));
