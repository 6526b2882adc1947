/** Machines fill in every field; people, and their screen readers, never meet this one. */
export const Trap = () => (
  <div aria-hidden="true" className="absolute -left-[200vw]">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
