CREATE TABLE "import_mapping" (
	"actor_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"shape" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "import_mapping_actor_id_resource_shape_pk" PRIMARY KEY("actor_id","resource","shape")
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
	"once_key" text,
	"undoes" uuid,
	"error" text,
	"lease_token" uuid,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	CONSTRAINT "job_once_key_unique" UNIQUE("once_key")
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
ALTER TABLE "change" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "job_item" ADD CONSTRAINT "job_item_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selection_row" ADD CONSTRAINT "selection_row_selection_id_selection_id_fk" FOREIGN KEY ("selection_id") REFERENCES "public"."selection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_actor_index" ON "job" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "job_created_index" ON "job" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_due_index" ON "job" USING btree ("created_at") WHERE state in ('checking', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "job_undoes_unique" ON "job" USING btree ("undoes") WHERE state not in ('cancelled', 'failed');--> statement-breakpoint
CREATE INDEX "job_item_outcome_index" ON "job_item" USING btree ("job_id","outcome","position");--> statement-breakpoint
CREATE INDEX "presence_seen_index" ON "presence" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "selection_expires_index" ON "selection" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "change_job_index" ON "change" USING btree ("job_id") WHERE job_id is not null;