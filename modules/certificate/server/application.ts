import type { InputOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { certApplication, other, shown } from '../model/application.ts'
import { certCatalog, levelNames } from '../model/cert-catalog.ts'
import { exampleOf, tidyNo } from '../model/cert-no.ts'
import { certSubject } from '../model/flow.ts'
import { type StudentCert, studentCert } from '../model/student-cert.ts'
import { type Checked, check, holderOf, numberFaults } from './form-rules.ts'
import { claim, MINE, nameOf } from './notify.ts'
import { readerOf } from './text-reader.ts'
import { askedOfStudent } from './valid-certs.ts'

type Form = Omit<InputOf<typeof certApplication.resubmit>, 'id'>
/** Entries that may be registered, with what the form needs of them. */
const entriesOf = async (db: Db) =>
  [...(await db.cached(certCatalog)).values()]
    .filter(e => e.isEnabled)
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.code.localeCompare(b.code))
    .map(e => ({ id: e.id, name: e.name, issuer: e.issuer, levels: levelNames(e), example: e.noPattern ? exampleOf(e.noPattern) : null }))
export const isExpired = ({ expiresOn }: Pick<StudentCert, 'expiresOn'>): boolean => expiresOn !== null && expiresOn < today()

/** A certificate that a student registers. */
const certs = handleApplication<typeof studentCert, typeof certApplication, StudentOf, Checked>(studentCert, certApplication, {
  subject: certSubject,
  link: ({ id }) => `${MINE}?id=${id}`,
  copyPage: '/certificate/add',
  async validate({ db }, who, form: Form, { row }) {
    const checked = await check(db, who.id, form)
    const noFile = form.files?.length ? [] : [{ key: 'noFile', field: 'files' }]
    return { ...checked, violations: [...checked.violations, ...(await numberFaults(db, who.id, form, row?.id ?? null)), ...noFile] }
  },
  formOf: row => row,
  draft: ({ certNo, holderName, level, score, ...form }, { person, expiresOn }) => ({
    ...form,
    ...{ certNo: tidyNo(certNo), holderName: holderName.trim(), level: level ?? null, score: score ?? null, expiresOn },
    ...{ grade: person.grade, majorId: person.majorId },
    inStudyPeriod: form.issuedOn >= (person.enrolDate ?? `${person.grade ?? 9999}-09-01`),
  }),
  taken: 'taken',
  /** 50-SK1: whatever else was wrong with it, a number that somebody else has is looked into. */
  async refused({ db, me }, form) {
    const held = await holderOf(db, form)
    if (held && me.studentId && held.studentId !== me.studentId) await claim(db, await db.unscoped(studentCert).lock(held.id), me.studentId) // who holds the number
  },
  async begin({ db, me }) {
    const who = await db.unscoped(student).one(me.studentId ?? '') // the caller's own
    return { name: who.name, readsScans: Boolean(await readerOf(db)), entries: await entriesOf(db), asks: await askedOfStudent(db, who.id, today()) }
  },
  /** Whose number it is, is said to nobody who only tries. */
  async preview({ db }, who, { id: _id, ...form }) {
    const { violations, expiresOn } = await check(db, who.id, form)
    return { answer: { expiresOn }, violations, row: violations.length ? null : form }
  },
  async mine({ db }) {
    const entries = await db.cached(certCatalog)
    return row => ({ cert: entries.get(row.catalogId)?.name ?? '', isExpired: isExpired(row) })
  },
  async card({ db }, row) {
    const { name, formerName } = await db.unscoped(student).one(row.studentId) // of a row the reader decides on
    const same = await db.unscoped(studentCert).all({ studentId: row.studentId, catalogId: row.catalogId, state: 'approved' }, { sort: ['issuedOn'] }) // see above
    const others = same.flatMap(o => (o.id === row.id ? [] : [only(other, o)]))
    const queryUrl = (await db.cached(certCatalog)).get(row.catalogId)?.queryUrl ?? null
    return { ...only(shown, row), name, formerName, queryUrl, others }
  },
  describe: async (db, row, { name }) => ({
    title: { text: '{name}：{cert}', values: { name, cert: await nameOf(db, row) } },
    summary: { text: '编号 {certNo}', values: { certNo: row.certNo } },
    facts: {},
  }),
})
export default certs.registrations
