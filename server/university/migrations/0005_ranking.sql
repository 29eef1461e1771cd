ALTER TABLE "registrations" ADD COLUMN "romanian_grade" numeric(4, 2);--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "profile_grade" numeric(4, 2);--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "degree_average" numeric(4, 2);--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "exam_grade" numeric(4, 2);--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "place_kind_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "grades_checked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "grades_checked_by_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "won_specialization_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "won_funding" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "won_place_kind_id" uuid;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "ranking_needs_second" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TABLE "admission_result" (
	"draft_id" uuid NOT NULL,
	"registration_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"specialization_id" uuid,
	"kind" text,
	"choice" integer,
	"choices" jsonb NOT NULL,
	"missing" jsonb NOT NULL,
	"told_at" timestamp(3) with time zone,
	CONSTRAINT "admission_result_draft_id_registration_id_pk" PRIMARY KEY("draft_id","registration_id")
);
--> statement-breakpoint
CREATE TABLE "admission_run" (
	"draft_id" uuid PRIMARY KEY NOT NULL,
	"lease_token" uuid NOT NULL,
	"lease_until" timestamp(3) with time zone NOT NULL,
	"done" integer NOT NULL
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
	CONSTRAINT "admission_seat_draft_id_specialization_id_kind_pk" PRIMARY KEY("draft_id","specialization_id","kind")
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
	CONSTRAINT "admission_programmes_places_budget_check" CHECK (places_budget between 0 and 10000),
	CONSTRAINT "admission_programmes_places_fee_check" CHECK (places_fee between 0 and 10000),
	CONSTRAINT "admission_programmes_formula_check" CHECK (char_length(formula) between 1 and 1000),
	CONSTRAINT "admission_programmes_first_tie_check" CHECK (char_length(first_tie) between 1 and 1000),
	CONSTRAINT "admission_programmes_second_tie_check" CHECK (char_length(second_tie) between 1 and 1000),
	CONSTRAINT "admission_programmes_ties_check" CHECK (ties in ('together', 'lot'))
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
	"input_digest" text,
	"proposed_at" timestamp(3) with time zone,
	"proposed_by_id" uuid,
	"released_at" timestamp(3) with time zone,
	"released_by_id" uuid,
	"tell_at" timestamp(3) with time zone,
	"told_at" timestamp(3) with time zone,
	CONSTRAINT "admission_drafts_state_check" CHECK (state in ('running', 'failed', 'ready', 'proposed', 'released', 'told')),
	CONSTRAINT "admission_drafts_candidates_check" CHECK (candidates between 0 and 10000000),
	CONSTRAINT "admission_drafts_placed_check" CHECK (placed between 0 and 10000000),
	CONSTRAINT "admission_drafts_incomplete_check" CHECK (incomplete between 0 and 10000000),
	CONSTRAINT "admission_drafts_findings_check" CHECK (findings between 0 and 10000000),
	CONSTRAINT "admission_drafts_input_digest_check" CHECK (char_length(input_digest) between 1 and 64)
);
--> statement-breakpoint
ALTER TABLE "admission_rounds" ADD CONSTRAINT "admission_rounds_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_admission_session_id_admission_sessions_id_fk" FOREIGN KEY ("admission_session_id") REFERENCES "public"."admission_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_places" ADD CONSTRAINT "special_places_admission_programme_id_admission_programmes_id_fk" FOREIGN KEY ("admission_programme_id") REFERENCES "public"."admission_programmes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_places" ADD CONSTRAINT "special_places_place_kind_id_place_kinds_id_fk" FOREIGN KEY ("place_kind_id") REFERENCES "public"."place_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_choices" ADD CONSTRAINT "application_choices_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_choices" ADD CONSTRAINT "application_choices_specialization_id_specializations_id_fk" FOREIGN KEY ("specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_drafts" ADD CONSTRAINT "admission_drafts_admission_round_id_admission_rounds_id_fk" FOREIGN KEY ("admission_round_id") REFERENCES "public"."admission_rounds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_drafts" ADD CONSTRAINT "admission_drafts_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admission_drafts" ADD CONSTRAINT "admission_drafts_released_by_id_users_id_fk" FOREIGN KEY ("released_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admission_result_registration_index" ON "admission_result" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "admission_result_place_index" ON "admission_result" USING btree ("draft_id","specialization_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "admission_rounds_admission_session_id_number_unique" ON "admission_rounds" USING btree (admission_session_id,number);--> statement-breakpoint
CREATE INDEX "admission_rounds_order_index" ON "admission_rounds" USING btree (admission_session_id,number,id);--> statement-breakpoint
CREATE INDEX "admission_rounds_number_index" ON "admission_rounds" USING btree (number,admission_session_id,id);--> statement-breakpoint
CREATE INDEX "admission_rounds_name_index" ON "admission_rounds" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "admission_rounds_results_on_index" ON "admission_rounds" USING btree (results_on,id);--> statement-breakpoint
CREATE INDEX "admission_rounds_confirm_by_index" ON "admission_rounds" USING btree (confirm_by,id);--> statement-breakpoint
CREATE INDEX "admission_rounds_created_at_index" ON "admission_rounds" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "admission_rounds_updated_at_index" ON "admission_rounds" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "place_kinds_name_unique" ON "place_kinds" USING btree (name_key);--> statement-breakpoint
CREATE INDEX "place_kinds_order_index" ON "place_kinds" USING btree (name_key,id);--> statement-breakpoint
CREATE INDEX "place_kinds_funding_index" ON "place_kinds" USING btree (funding,name_key,id);--> statement-breakpoint
CREATE INDEX "place_kinds_is_active_index" ON "place_kinds" USING btree (is_active,name_key,id);--> statement-breakpoint
CREATE INDEX "place_kinds_created_at_index" ON "place_kinds" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "place_kinds_updated_at_index" ON "place_kinds" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "place_kinds_name_trigrams" ON "place_kinds" USING gin ((translate(name_key, '{|', '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "admission_programmes_admission_session_id_specialization_id_unique" ON "admission_programmes" USING btree (admission_session_id,specialization_id);--> statement-breakpoint
CREATE INDEX "admission_programmes_order_index" ON "admission_programmes" USING btree (specialization_id,id);--> statement-breakpoint
CREATE INDEX "admission_programmes_admission_session_id_index" ON "admission_programmes" USING btree (admission_session_id,specialization_id,id);--> statement-breakpoint
CREATE INDEX "admission_programmes_places_budget_index" ON "admission_programmes" USING btree (places_budget,id);--> statement-breakpoint
CREATE INDEX "admission_programmes_places_fee_index" ON "admission_programmes" USING btree (places_fee,id);--> statement-breakpoint
CREATE INDEX "admission_programmes_formula_index" ON "admission_programmes" USING btree (formula_key,id);--> statement-breakpoint
CREATE INDEX "admission_programmes_created_at_index" ON "admission_programmes" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "admission_programmes_updated_at_index" ON "admission_programmes" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "special_places_admission_programme_id_place_kind_id_unique" ON "special_places" USING btree (admission_programme_id,place_kind_id);--> statement-breakpoint
CREATE INDEX "special_places_order_index" ON "special_places" USING btree (place_kind_id,id);--> statement-breakpoint
CREATE INDEX "special_places_admission_programme_id_index" ON "special_places" USING btree (admission_programme_id,place_kind_id,id);--> statement-breakpoint
CREATE INDEX "special_places_places_index" ON "special_places" USING btree (places,id);--> statement-breakpoint
CREATE INDEX "special_places_created_at_index" ON "special_places" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "special_places_updated_at_index" ON "special_places" USING btree (updated_at,id);--> statement-breakpoint
CREATE UNIQUE INDEX "application_choices_registration_id_position_unique" ON "application_choices" USING btree (registration_id,position);--> statement-breakpoint
CREATE UNIQUE INDEX "application_choices_registration_id_specialization_id_unique" ON "application_choices" USING btree (registration_id,specialization_id);--> statement-breakpoint
CREATE INDEX "application_choices_order_index" ON "application_choices" USING btree (registration_id,position,id);--> statement-breakpoint
CREATE INDEX "application_choices_specialization_id_index" ON "application_choices" USING btree (specialization_id,registration_id,position,id);--> statement-breakpoint
CREATE INDEX "application_choices_position_index" ON "application_choices" USING btree (position,registration_id,id);--> statement-breakpoint
CREATE INDEX "application_choices_funding_preference_index" ON "application_choices" USING btree (funding_preference,id);--> statement-breakpoint
CREATE INDEX "application_choices_created_at_index" ON "application_choices" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "application_choices_updated_at_index" ON "application_choices" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_order_index" ON "admission_drafts" USING btree (started_at,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_admission_round_id_index" ON "admission_drafts" USING btree (admission_round_id,started_at,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_state_index" ON "admission_drafts" USING btree (state,started_at,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_candidates_index" ON "admission_drafts" USING btree (candidates,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_placed_index" ON "admission_drafts" USING btree (placed,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_incomplete_index" ON "admission_drafts" USING btree (incomplete,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_findings_index" ON "admission_drafts" USING btree (findings,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_created_at_index" ON "admission_drafts" USING btree (created_at,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_updated_at_index" ON "admission_drafts" USING btree (updated_at,id);--> statement-breakpoint
CREATE INDEX "admission_drafts_proposed_by_id_index" ON "admission_drafts" USING btree (proposed_by_id);--> statement-breakpoint
CREATE INDEX "admission_drafts_released_by_id_index" ON "admission_drafts" USING btree (released_by_id);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_place_kind_id_place_kinds_id_fk" FOREIGN KEY ("place_kind_id") REFERENCES "public"."place_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_grades_checked_by_id_users_id_fk" FOREIGN KEY ("grades_checked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_won_specialization_id_specializations_id_fk" FOREIGN KEY ("won_specialization_id") REFERENCES "public"."specializations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_won_place_kind_id_place_kinds_id_fk" FOREIGN KEY ("won_place_kind_id") REFERENCES "public"."place_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_place_kind_id_index" ON "registrations" USING btree (place_kind_id);--> statement-breakpoint
CREATE INDEX "registrations_grades_checked_by_id_index" ON "registrations" USING btree (grades_checked_by_id);--> statement-breakpoint
CREATE INDEX "registrations_won_specialization_id_index" ON "registrations" USING btree (won_specialization_id);--> statement-breakpoint
CREATE INDEX "registrations_won_place_kind_id_index" ON "registrations" USING btree (won_place_kind_id);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_romanian_grade_check" CHECK (romanian_grade between 1 and 10);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_profile_grade_check" CHECK (profile_grade between 1 and 10);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_degree_average_check" CHECK (degree_average between 1 and 10);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_exam_grade_check" CHECK (exam_grade between 1 and 10);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_won_funding_check" CHECK (won_funding in ('budget', 'fee'));