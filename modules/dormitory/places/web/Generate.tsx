import { PreviewPanel } from '#modules/campus/web/public/PreviewPanel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { generateRooms, previewGenerate } from '../model/actions.ts'

const LAYOUT = [
  { fields: ['dormId', 'floorFrom', 'floorTo', 'genderCode'] },
  { title: '每层', fields: ['roomsPerFloor', 'numberPattern', 'usage'] },
  { title: '每间', fields: ['roomType', 'bedsPerRoom', 'bedType'] },
]
const USUAL = { floorFrom: 1, floorTo: 6, roomsPerFloor: 16, bedsPerRoom: 4, numberPattern: '{floor}{nn}', roomType: 'fourBath', bedType: 'loft', usage: 'student' } as const
type Counts = { fresh: number; known: number } | null

/** Generates floors, rooms and beds from a pattern; existing ones stay. */
export function GeneratePanel({ dormId, onClose }: { dormId: string | undefined; onClose: () => void }) {
  return (
    <PreviewPanel
      title={t('成批生成楼层、房间和床位')}
      preview={previewGenerate}
      of={generateRooms}
      layout={LAYOUT}
      initial={{ ...USUAL, ...(dormId ? { dormId } : {}) }}
      changes={['dormFloor', 'dormRoom', 'dormBed']}
      note={<p className="ql-help">{t('房间号里可用 {floor} 楼层、{ff} 两位楼层、{n} 房间序号、{nn} 两位序号。可以重复生成，已有的不会改动。')}</p>}
      show={found => (
        <Plan
          rows={[
            [t('楼层'), found.floors],
            [t('房间'), found.rooms],
            [t('床位'), found.beds],
          ]}
          samples={found.samples ?? []}
        />
      )}
      verb={found =>
        made(found.floors) + made(found.rooms) + made(found.beds) ? t('生成 {{rooms}} 间、{{beds}} 张床', { rooms: made(found.rooms), beds: made(found.beds) }) : undefined
      }
      onClose={onClose}
    />
  )
}
const made = (counts: Counts): number => counts?.fresh ?? 0
function Plan({ rows, samples }: { rows: ReadonlyArray<readonly [string, Counts]>; samples: readonly string[] }) {
  return (
    <>
      <p role="status">{t('房间号像 {{samples}}', { samples: samples.join(t('、')) })}</p>
      <PlainTable
        label={t('将新建和已有的数量')}
        rows={rows}
        keyOf={([label]) => label}
        columns={[
          [t('类别'), ([label]) => label],
          [t('将新建'), ([, counts]) => counts?.fresh ?? 0],
          [t('已有'), ([, counts]) => counts?.known ?? 0],
        ]}
      />
    </>
  )
}
