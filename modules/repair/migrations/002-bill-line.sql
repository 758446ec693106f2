-- The line of the fees that a cost borne by the applicant has become.
alter table repair_order add column bill_line_id uuid;
create index repair_order_to_hand_in on repair_order (tenant_id, id) where charge_state = 'charged' and bill_line_id is null;
