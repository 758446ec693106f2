import { useState } from 'react'
import { Emphasis } from '#web/feedback/Emphasis.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { generateNumbers, previewNumbers } from '../model/actions.ts'
import style from './numbers.module.css'

type Preview = AnswerOf<typeof previewNumbers>
type Scope = Preview['scopes'][number]
type First = Preview['first'][number]
const CHANGES = ['numberRun', 'givenNumber', 'student', 'user']

/** What a run of the rule would give: how many, the first twenty, scopes that run over, numbers that meet. Then the run itself. */
export function PreviewPanel({ rule, onClose }: { rule: { id: string; name: string }; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const read = useRead(previewNumbers, { id: rule.id }, { enabled: isOpen })
  const { data } = read
  const isClean = data && !data.collisions.length && data.scopes.every(s => s.fits)
  return (
    <Panel
      open={isOpen}
      size={720}
      title={t('“{{name}}”会编出的学号', { name: rule.name })}
      onClose={close}
      afterClose={onClose}
      footer={
        data && isClean && data.count ? (
          <ActionButton
            of={generateNumbers}
            type="primary"
            input={{ id: rule.id, expected: data.count }}
            changes={CHANGES}
            confirm={t('给 {{count}} 名学生编学号并建立账号。学号编好后不能收回。', { count: data.count })}
            done={t('已生成')}
            onDone={close}
          />
        ) : null
      }
    >
      {data ? <Shown of={data} /> : <Loading of={read} lines={10} />}
    </Panel>
  )
}
const Shown = ({ of }: { of: Preview }) => (
  <Stack>
    <p>
      <Emphasis text={t('**{{count}}** 名学生会得到 {{length}} 位的学号。', { count: of.count, length: of.length })} />
      {of.unready ? ` ${t('另有 {{unready}} 名学生要先分班。', { unready: of.unready })}` : ''}
      {of.skipped ? ` ${t('跳过 {{skipped}} 个已经用过的号。', { skipped: of.skipped })}` : ''}
    </p>
    {of.collisions.length ? (
      <Sheet title={t('重号')}>
        <PlainTable
          label={t('重号')}
          rows={of.collisions}
          keyOf={(c: Preview['collisions'][number]) => `${c.studentNo} ${c.second}`}
          columns={[
            [t('学号'), c => c.studentNo, { isHead: true }],
            [t('学生'), c => t('{{first}}和{{second}}', { first: c.first, second: c.second })],
          ]}
        />
      </Sheet>
    ) : null}
    <Sheet title={t('前 20 个')}>
      <PlainTable
        label={t('前 20 个')}
        rows={of.first}
        keyOf={(f: First) => `${f.studentNo} ${f.name}`}
        empty={t('没有要编号的学生')}
        columns={[
          [t('学号'), f => f.studentNo, { isHead: true }],
          [t('姓名'), f => f.name],
          [t('班级'), f => f.className ?? '—'],
        ]}
      />
    </Sheet>
    <Sheet title={t('顺序号')}>
      <PlainTable
        label={t('顺序号')}
        isLong
        rows={of.scopes.toSorted((a, b) => Number(a.fits) - Number(b.fits))}
        keyOf={(s: Scope) => s.label}
        empty={t('没有要编号的学生')}
        columns={[
          [t('范围'), s => s.label, { isHead: true }],
          [t('人数'), s => formatNumber(s.count), { isNumber: true }],
          [t('从'), s => s.first, { isNumber: true }],
          [t('到'), s => s.last, { isNumber: true }],
          [t('位数'), s => (s.fits ? t('够用') : <b className={style.over}>{t('{{last}} 超过 {{most}}', { last: formatNumber(s.last), most: formatNumber(s.most) })}</b>)],
        ]}
      />
    </Sheet>
  </Stack>
)
