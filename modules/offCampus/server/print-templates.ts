import type { Phrase } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { CONSENT_ANSWERS, CONSENT_CHANNELS, guardianConsent } from '#modules/family/model/guardian-consent.ts'
import { formatWording } from '#server/i18n/translate.ts'
import type { Part } from '#server/print/document.ts'
import { printTemplate } from '#server/print/layout.ts'
import { sectionSource } from '#server/print/sections.ts'
import { CONSENT_STATES, offCampusStay } from '../model/off-campus-stay.ts'
import { settingsOf } from './settings.ts'

/** What was pledged, and what the family answered by which way. */
const papers = sectionSource({
  code: 'offCampusPapers',
  label: '承诺书和家长同意',
  entity: offCampusStay.name,
  async feed({ db, lang }, id) {
    const row = await db.visibleFor(offCampusStay, 'offCampus:offCampusStay:list').one(id)
    const { pledgeVersion, pledgeText } = await settingsOf(db)
    const consent = row.consentId ? await db.unscoped(guardianConsent).find({ id: row.consentId }) : undefined // of a stay in reach
    const say = (phrase: Phrase): Part => ({ kind: 'text', text: formatWording(lang, phrase), align: 'left' })
    const said = consent?.answer
      ? say({
          text: '家长同意书：{answer}（{channel}，签名 {signature}，{at}）',
          values: {
            answer: { text: CONSENT_ANSWERS[consent.answer] },
            channel: consent.channel ? { text: CONSENT_CHANNELS[consent.channel] } : '—',
            signature: consent.signature ?? '—',
            at: consent.answeredAt ? schoolTimeText(consent.answeredAt) : '—',
          },
        })
      : say({ text: '家长同意书：{state}', values: { state: { text: CONSENT_STATES[row.consentState] } } })
    const pledged = { version: row.pledgeVersion, at: schoolTimeText(row.pledgeSignedAt) }
    return [...(row.pledgeVersion === pledgeVersion ? [say({ text: pledgeText })] : []), say({ text: '安全承诺书第 {version} 版，学生于 {at} 签署。', values: pledged }), said]
  },
})
/** The application with what the family answered and the pledge. */
const application = printTemplate(offCampusStay, {
  code: 'offCampusStay',
  name: '校外住宿申请表',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '校外住宿申请表',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'departmentId', 'classId', 'kind', 'fromOn', 'toOn', 'keepBed'] },
      { kind: 'grid', columns: 1, fields: ['reason', 'address', 'cohabitants'] },
      { kind: 'grid', columns: 2, fields: ['guardianId', 'consentState', 'callAt', 'callWay', 'pledgeVersion', 'pledgeSignedAt', 'state', 'approvedAt'] },
      { kind: 'sections', by: 'offCampusPapers' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
export default [papers, application]
