drop index payer_credit_payer_key;
