ALTER TABLE "orders" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_check" CHECK (char_length(number) between 1 and 12);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_shape" CHECK (number ~ '^(?:[A-Z]{2}-[0-9]{1,4})$');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_due_on_check" CHECK (due_on between '1900-01-01' and '2999-12-31');