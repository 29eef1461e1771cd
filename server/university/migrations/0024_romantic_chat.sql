CREATE TABLE "application_draft" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"key_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_draft_file" (
	"draft_id" uuid NOT NULL,
	"name" text NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "application_draft_file_draft_id_name_pk" PRIMARY KEY("draft_id","name")
);
--> statement-breakpoint
ALTER TABLE "application_draft_file" ADD CONSTRAINT "application_draft_file_draft_id_application_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."application_draft"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_draft_key_index" ON "application_draft" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "application_draft_saved_index" ON "application_draft" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "application_draft_file_index" ON "application_draft_file" USING btree ("file_id");