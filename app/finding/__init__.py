"""What the words mean: pictures, folders, lists and addresses → jobs."""
