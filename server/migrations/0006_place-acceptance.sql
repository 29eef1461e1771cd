ALTER TABLE "registrations" ADD COLUMN "acceptance" text;--> statement-breakpoint
CREATE TABLE "place_acceptance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"registration_id" uuid NOT NULL,
	"round_id" uuid,
	"specialization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"consented" jsonb NOT NULL,
	"agreed_to_pay" boolean NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"language" text NOT NULL,
	"text_version" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "place_acceptance_registration_index" ON "place_acceptance" USING btree ("registration_id","at","id");--> statement-breakpoint
CREATE INDEX "registrations_acceptance_index" ON "registrations" USING btree (acceptance,submitted_at,id);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_acceptance_check" CHECK (acceptance in ('keep', 'moveUp'));