ALTER TABLE "books" ADD COLUMN "courses" uuid[];--> statement-breakpoint
ALTER TABLE "specimens" ADD COLUMN "links" uuid[];--> statement-breakpoint
CREATE TABLE "books_courses_links" (
	"record_id" uuid NOT NULL,
	"linked_id" uuid NOT NULL,
	CONSTRAINT "books_courses_links_pkey" PRIMARY KEY("record_id","linked_id")
);
--> statement-breakpoint
CREATE TABLE "specimens_links_links" (
	"record_id" uuid NOT NULL,
	"linked_id" uuid NOT NULL,
	CONSTRAINT "specimens_links_links_pkey" PRIMARY KEY("record_id","linked_id")
);
--> statement-breakpoint
ALTER TABLE "books_courses_links" ADD CONSTRAINT "books_courses_links_record" FOREIGN KEY ("record_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books_courses_links" ADD CONSTRAINT "books_courses_links_linked" FOREIGN KEY ("linked_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens_links_links" ADD CONSTRAINT "specimens_links_links_record" FOREIGN KEY ("record_id") REFERENCES "public"."specimens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "specimens_links_links" ADD CONSTRAINT "specimens_links_links_linked" FOREIGN KEY ("linked_id") REFERENCES "public"."specimens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "books_courses_links_linked_index" ON "books_courses_links" USING btree ("linked_id");--> statement-breakpoint
CREATE INDEX "specimens_links_links_linked_index" ON "specimens_links_links" USING btree ("linked_id");--> statement-breakpoint
CREATE INDEX "books_courses_index" ON "books" USING gin (courses);--> statement-breakpoint
CREATE INDEX "specimens_links_index" ON "specimens" USING gin (links);