-- what no order can take is paid by a list of refunds, which has its own number
alter table fee_application drop column slip_no;
