import sql from 'sql-template-tag'

/** Of a row `a` of the roll: nobody who gave up, is kept back, stayed away or was refused. */
export const COMES = sql`a.state not in ('declined', 'reserved', 'notReported', 'disqualified')`
