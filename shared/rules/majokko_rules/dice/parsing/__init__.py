"""What `syntax` is made of: tokens, brackets, and what stands behind dice."""
