import { schoolDate } from '#model/school-time.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { schoolName } from '#server/data/school-name.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import { drawPdf } from '#server/print/draw-pdf.ts'
import { printReferral } from '../model/referral.ts'
import { counsels, lockedReferral } from './refer.ts'

const WISH = '我知道辅导员建议我到学校心理中心谈一谈，老师写下的情况会送到心理中心。去不去由我决定，不愿意不会有任何影响。辅导员只会知道进展，不会知道谈了什么。'
/** A sheet that a student reads and signs: what is agreed to, and none of what was seen, since papers lie about. */
export default handle(printReferral, async ({ db, lang, me }, { id }) => {
  const { row, who } = await lockedReferral(db, id, 'print', (_row, found) => counsels(db, found))
  const say = (text: string): string => translate(lang, text)
  const by = (await accountNamer(db, [row.referredById]))(row.referredById)
  const paper = {
    school: await schoolName(db),
    title: say('转介单'),
    parts: [
      {
        kind: 'grid' as const,
        title: '',
        columns: 2,
        cells: [
          [say('姓名'), who.name],
          [say('学号'), who.studentNo ?? ''],
          [say('班级'), who.className ?? ''],
          [say('转介人'), by],
        ] as const,
      },
      { kind: 'text' as const, text: say(WISH), align: 'left' as const },
      { kind: 'text' as const, text: say('□ 我愿意去聊聊，可以把情况送到心理中心　　□ 暂时不用'), align: 'left' as const },
      { kind: 'text' as const, text: say('本人签名：＿＿＿＿＿＿＿＿　　日期：＿＿＿＿＿＿＿＿'), align: 'right' as const },
    ],
    foot: { left: [say('保密资料')], right: [], link: '' },
  }
  const blob = await drawPdf(db, { size: 'A4', title: paper.title, papers: [paper], watermark: me.nickName })
  return { blob, type: 'application/pdf', headers: downloadHeaders(`${paper.title} ${schoolDate(Date.now())}.pdf`) }
})
