ALTER TABLE "admission_programmes" ADD COLUMN "requires" text;--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD COLUMN "third_tie" text;--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD COLUMN "fourth_tie" text;--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD COLUMN "fifth_tie" text;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "third_ties" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "fourth_ties" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "fifth_ties" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "admission_result" ADD COLUMN "ineligible" jsonb;--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_requires_check" CHECK (char_length(requires) between 1 and 1000);--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_third_tie_check" CHECK (char_length(third_tie) between 1 and 1000);--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_fourth_tie_check" CHECK (char_length(fourth_tie) between 1 and 1000);--> statement-breakpoint
ALTER TABLE "admission_programmes" ADD CONSTRAINT "admission_programmes_fifth_tie_check" CHECK (char_length(fifth_tie) between 1 and 1000);