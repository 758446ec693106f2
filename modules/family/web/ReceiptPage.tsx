import { BellRing, Send } from 'lucide-react'
import { percentOf } from '#model/percent.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { homeLetterReceipt, receiptStates } from '../model/home-letter.ts'
import { letterProgress, remindLetter, sendReceipt } from '../model/letter-actions.ts'

const VIEWS = {
  all: { label: '全部', sort: ['-createdAt'] },
  unread: { label: '未读', where: { state: 'sent' }, sort: ['-sentAt'] },
  read: { label: '已读没有回执', where: { state: 'read' }, sort: ['-readAt'] },
  answered: { label: '已回执', where: { state: 'answered' }, sort: ['-answeredAt'] },
  calls: { label: '请老师联系', where: { answer: 'call' }, sort: ['-answeredAt'] },
  lacking: { label: '没有电话', where: { state: 'noPhone' }, sort: ['-createdAt'] },
  toCheck: { label: '电话待核对', where: { state: 'toCheck' }, sort: ['-createdAt'] },
} as const
/** 家校联系 → 回执: who has read and answered the letters to families, and who has not. */
export default function ReceiptPage() {
  const views = useView(VIEWS)
  const [params, , put] = useOwnParams()
  const letter = params.get('letter') ?? undefined
  return (
    <EntityTable<typeof homeLetterReceipt>
      of={homeLetterReceipt}
      title={t('家长信回执#many')}
      views={views}
      lead={<Letters chosen={letter} onChoose={id => put({ letter: id })} />}
      {...(letter ? { where: { letterId: letter } } : {})}
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'guardianId', width: 110, align: 'left' },
        { key: 'phone', width: 130 },
        { key: 'state', width: 130 },
        { key: 'sentAt', width: 150 },
        { key: 'readAt', width: 150 },
        { key: 'answer', width: 130 },
        { key: 'answeredAt', width: 150 },
        { key: 'letterId', width: 220, align: 'left', hidden: letter !== undefined },
        ...(['opinion', 'remindedAt', 'toldAt', 'createdAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['studentId', 'guardianId', 'answer']}
      filters={['studentId', 'state', 'answer', 'sentAt']}
      rowActions={row =>
        receiptStates.allows(row, 'send') ? (
          <ActionButton
            key="send"
            of={sendReceipt}
            input={{ id: row.id }}
            icon={<Send size={15} />}
            confirm={
              row.state === 'toCheck'
                ? t('这个电话最近登记或改过。请先打电话确认接听的是家长本人；号码不对的，先到学生的家庭成员里改正。')
                : t('信发到学生家庭成员里登记的家长电话，以前的链接不能再用。')
            }
            done={t('已发送')}
          />
        ) : null
      }
    />
  )
}
interface LettersProps {
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}
/** The letters that went to families of the reader's students. */
function Letters({ chosen, onChoose }: LettersProps) {
  const read = useRead(letterProgress, {})
  return (
    <Loaded of={read} empty={letters => letters.length === 0 && t('还没有给你的学生的家长发过信')}>
      {letters => (
        <Sheet label={t('回执进度')}>
          <PlainTable
            label={t('回执进度')}
            rows={letters}
            keyOf={l => l.letterId}
            isSelected={l => l.letterId === chosen}
            isCardsOnPhone
            columns={[
              [
                t('致家长信'),
                l => (
                  <PlacedButton onClick={() => onChoose(l.letterId === chosen ? undefined : l.letterId)}>
                    {l.letterId === chosen ? t('{{name}}（显示全部）', { name: l.name }) : l.name}
                  </PlacedButton>
                ),
                { isHead: true },
              ],
              [t('有效期至'), l => formatDatetime(l.endTime)],
              [t('已发送'), l => `${l.sent}/${l.students}`, { isNumber: true }],
              [t('已读'), l => `${l.read} · ${percentOf(l.read, l.sent) ?? 0}%`, { isNumber: true }],
              [t('已回执'), l => `${l.answered} · ${percentOf(l.answered, l.sent) ?? 0}%`, { isNumber: true }],
              [t('没有家长电话'), l => l.noPhone, { isNumber: true }],
              [t('电话待核对'), l => l.toCheck, { isNumber: true }],
              [t('请老师联系'), l => l.calls, { isNumber: true }],
              [
                t('操作'),
                l => (
                  <Row>
                    <ActionButton
                      of={remindLetter}
                      input={{ letterId: l.letterId }}
                      icon={<BellRing size={15} />}
                      confirm={t('给 {{n}} 位没有回执的家长再发一条短信，以前的链接不能再用。', { n: l.sent - l.answered })}
                      done={t('已提醒')}
                    />
                  </Row>
                ),
              ],
            ]}
          />
        </Sheet>
      )}
    </Loaded>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('谁读了致家长信、谁回执了、谁还没有。'),
  who: t('辅导员看自己的学生，学院和学工处看自己范围里的；家长留言要有权限才看得到。'),
  first: t('点上面的信只看它的回执；没有电话的先补上家庭成员，电话待核对的先打电话，再点“发送”。'),
})
