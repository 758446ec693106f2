-- How the simulated provider's statement differs from what the school has, to try reconciliation.
alter table sandbox_trade add column skew text check (skew in ('omit', 'amount', 'nextDay'));
