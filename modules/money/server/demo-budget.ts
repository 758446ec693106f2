export { demoBudget } from '../payout/server/demo-budget.ts'
export { closedList } from '../payout/server/demo-lists.ts'
