drop index receipt_live_key;
