/** What other modules may call. */
export {
  type CoverSource,
  coverSource,
  type Deferral,
  deferLines,
  followCover,
  type HandedIn,
  handedInItem,
  handedInItems,
  handIn,
  type Offset,
  type Offsetted,
  offsetBills,
  paidYears,
  type TuitionLine,
  tuitionLines,
  undoOffset,
  type YearPaid,
} from '../bills/server/api.ts'
export { type Dropped, linesOfPayer, orderForOthers, payLinkFor, payWays } from '../orders/server/api.ts'
export { itemOf, priceFor } from '../prices/server/api.ts'
