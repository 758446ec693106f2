import { Alert } from 'antd'
import { Link } from 'react-router'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { homeLetter } from '../../model/home-letter.ts'
import { letterProgress, previewLetter, resumeSending } from '../../model/letter-actions.ts'
import { LETTER_FIELDS } from '../../model/letter-fields.ts'
import style from '../guardian.module.css'

interface Props {
  letter: Shown<typeof homeLetter>
  onClose: () => void
}
const EVERY_MS = 3000
/** A letter: as a draft whom it reaches and how it reads, afterwards how far it is. */
export function LetterPanel({ letter, onClose }: Props) {
  const mayPreview = useCan(previewLetter.permission)
  const mayFollow = useCan(letterProgress.permission)
  return (
    <Panel open title={letter.name} onClose={onClose} size={720}>
      <Stack>
        {letter.publishedAt ? null : mayPreview ? <Preview id={letter.id} /> : null}
        {letter.sending === 'failed' ? (
          <Alert
            type="warning"
            showIcon
            title={t('没有发完，已经发出的不会再发')}
            description={letter.sendNote ? t(letter.sendNote) : undefined}
            action={<ActionButton of={resumeSending} input={{ id: letter.id }} type="primary" />}
          />
        ) : null}
        {letter.publishedAt && mayFollow ? <Progress id={letter.id} /> : null}
        <RecordDetail of={homeLetter} id={letter.id} except={['processType', 'quotas', 'noticeWorkdays', 'copiedFrom']} />
      </Stack>
    </Panel>
  )
}
function Progress({ id }: { id: string }) {
  const read = useRead(letterProgress, {}, { every: EVERY_MS })
  return (
    <Loaded of={read}>
      {letters => {
        const of = letters.find(l => l.letterId === id)
        return of ? (
          <Stack>
            <Figures label={t('发送和回执')}>
              <Figure label={t('待发送')} value={of.waiting} />
              <Figure label={t('已发送')} value={of.sent} />
              <Figure label={t('已读')} value={of.read} />
              <Figure label={t('已回执')} value={of.answered} />
              <Figure label={t('没有家长电话')} value={of.noPhone} />
              <Figure label={t('电话待核对')} value={of.toCheck} />
            </Figures>
            <Link to={`/family/receipts?letter=${id}`}>{t('查看回执')}</Link>
          </Stack>
        ) : null
      }}
    </Loaded>
  )
}
function Preview({ id }: { id: string }) {
  const read = useRead(previewLetter, { id })
  return (
    <Loaded of={read}>
      {data => (
        <Stack>
          <Figures label={t('发布后')}>
            <Figure label={t('学生')} value={data.students} />
            <Figure label={t('可以发送')} value={data.reachable} />
            <Figure label={t('没有家长电话')} value={data.noPhone} />
            <Figure label={t('电话待核对')} value={data.toCheck} />
          </Figures>
          {data.noPhone || data.toCheck ? <p className="ql-help">{t('没有电话和电话待核对的，发布后在“回执”里逐个处理。')}</p> : null}
          {data.told.length ? (
            <Alert
              type="info"
              showIcon
              title={t('发信以前，学生会先收到通知：信里写到{{fields}}', { fields: data.told.map(field => (field ? t(LETTER_FIELDS[field]) : '')).join(t('、')) })}
            />
          ) : null}
          {data.samples.map(one =>
            one ? (
              <Sheet key={one.id} title={t('{{student}}的家长{{guardian}}', { student: one.place ? `${one.student}（${one.place}）` : one.student, guardian: one.guardian ?? '' })}>
                <p className={style.letter}>{one.text}</p>
              </Sheet>
            ) : null,
          )}
        </Stack>
      )}
    </Loaded>
  )
}
