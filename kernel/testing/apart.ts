/** Tests of modules that run in a process of their own: they declare entities or kinds of application, or stand in for another module, and what is declared stays.
 *  All others share one, since loading every module takes longer than most of their tests. */
export const APART = [
  'modules/campus/**/*.test.ts',
  'modules/workflow/**/*.test.ts',
  'modules/dormitory/arrears.test.ts',
  'modules/dormitory/damages.test.ts',
  'modules/dormitory/leaving.test.ts',
  'modules/dormitory/presence.test.ts',
  'modules/dormitory/stays.test.ts',
] as const
