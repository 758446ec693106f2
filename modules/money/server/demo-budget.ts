export { demoBudget } from '../payout/server/demo-budget.ts'
