import { z } from 'zod'

/** Allowed values at the edges of a field, and values just beside them, which must be refused. Both follow from its schema. */
export interface OddValues {
  readonly allowed: readonly unknown[]
  readonly refused: readonly unknown[]
}

type Shape = z.core.JSONSchema.BaseSchema

const shapeOf = (schema: z.ZodType): Shape => {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  return (shape.anyOf?.find((one) => typeof one === 'object' && one.type !== 'null') as Shape | undefined) ?? shape
}

/** One that every count takes as one, letters of two and three bytes, and one of two UTF-16 units. */
const LETTERS = ['x', 'ä', '漢', '🌿']
const LENGTH_MAX = 20_000

export type WriteText = (letter: string, length: number) => string
const repeated: WriteText = (letter, length) => letter.repeat(length)

/** The longest length for which a text is taken; 0 if none is. */
function longestOf(schema: z.ZodType, write: (length: number) => string): number {
  let [taken, refused] = [0, LENGTH_MAX]
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2)
    if (schema.safeParse(write(middle)).success) taken = middle
    else refused = middle
  }
  return taken
}

function oddTexts(schema: z.ZodType, write: WriteText): OddValues {
  const ends = LETTERS.map((letter) => ({ letter, length: longestOf(schema, (length) => write(letter, length)) }))
  const longest = ends.filter(({ length }) => length > 0)
  const isEmptyAllowed = schema.safeParse('').success
  return {
    allowed: [...(isEmptyAllowed ? [''] : []), write('x', 1), ...longest.map(({ letter, length }) => write(letter, length))],
    refused: [...(isEmptyAllowed ? [] : ['', ' ']), ...longest.map(({ letter, length }) => write(letter, length + 1)), 7, null],
  }
}

/** @param write a text of this length that the field takes, if letters alone are none */
export function oddValuesOf(schema: z.ZodType, write: WriteText = repeated): OddValues {
  const { type, enum: choices, const: only } = shapeOf(schema)
  if (choices ?? only !== undefined) {
    const allowed = choices ?? [only]
    const beside = allowed.flatMap((value) => (typeof value === 'number' ? [value + 1, value - 0.5, String(value)] : [`${value} `]))
    return { allowed, refused: [...beside, 'other', 'dark;color:red', '', 7.5, null] }
  }
  if (type === 'boolean') return { allowed: [true, false], refused: [0, 1, 'true', '', null] }
  if (type === 'string') return oddTexts(schema, write)
  return { allowed: [], refused: [] }
}
